import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../tokens/count-tokens.js';
import { encodingOf } from '../tokens/encoding-name.js';
import { assembleContext } from './assemble-context.js';
import type { AssembledContext, StepContext } from './context-input.js';
import { assembled, callsHaveResults, shownIsInThePrompt, withinBudget } from './invariants.test-helper.js';
import { createContextAssembler } from './create-context-assembler.js';
import { handlesOfTurn } from './handles-of-turn.js';
import { realTools, wideConversations, windows } from './wide-conversations.test-helper.js';

const numRuns = 60;

/** Upper bound, computed from outside, of the tokens of the fixed parts and the handles of everything else. */
function leastTokens(input: StepContext): { tokens: number; available: number } {
  const { user, steps } = input.current;
  const bare = assembleContext({
    ...input,
    pastTurns: [],
    current: { user: { ...user, text: 'x', files: [], images: [] }, steps: [] },
  });
  const last = steps.at(-1)?.calls ?? [];
  const handles =
    150 +
    user.files.reduce((sum, file) => sum + 70 + countTokens(file.name), 0) +
    user.images.reduce((sum, one) => sum + 40 + countTokens(one.name), 0) +
    last.reduce((sum, one) => sum + 150 + Math.min(300, countTokens(JSON.stringify(one.input))), 0) +
    300;
  return { tokens: bare.report.totalTokens + handles, available: bare.report.budget.available };
}

describe('CTX-11 over conversations of every kind, in windows from 2,048 to a million tokens', () => {
  test('nothing overflows while fixed parts and handles fit, and the budget always holds', () => {
    let certain = 0;
    fc.assert(
      fc.property(wideConversations, (input) => {
        const { tokens, available } = leastTokens(input);
        const context = assembled(input);
        if (tokens <= available) {
          certain += 1;
          expect(context).not.toBeNull();
        }
        if (!context) return;
        withinBudget(context, input);
        callsHaveResults(context, input);
        shownIsInThePrompt(context, input);
      }),
      { numRuns },
    );
    expect(certain).toBeGreaterThan(numRuns * 0.6);
  });

  test('a shorter input never fails where a longer one works', () => {
    // Not `fc.double`, which nearly always draws a number close to 0.
    const share = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000);
    // In half of the cases a long message, in scripts that take from a quarter of a token to a whole one per character.
    const long = fc
      .record({
        letters: fc.constantFrom(
          '契約の解除は三か月前まで。',
          'The lease ends in May. ',
          'Срок аренды истекает. ',
        ),
        characters: fc.integer({ min: 8_000, max: 14_000 }),
        window: fc.integer({ min: 5_000, max: 14_000 }),
      })
      .map(({ letters, characters, window }) => ({
        text: letters.repeat(Math.ceil(characters / letters.length)).slice(0, characters),
        window,
      }));
    const size = fc.oneof(
      long,
      fc.integer({ min: 600, max: 3_000 }).map((window) => ({ text: null, window })),
    );
    fc.assert(
      fc.property(wideConversations, share, size, (input, cut, { text: message, window }) => {
        const { steps } = input.current;
        const user =
          message === null
            ? input.current.user
            : { ...input.current.user, text: message, descriptor: 'fd:900' };
        const current = { user, steps };
        const small = { ...input, current, model: { ...input.model, contextWindow: window } };
        if (!assembled(small)) return;
        const text = user.text.slice(0, Math.floor(user.text.length * cut));
        // Fewer characters can be more tokens: an empty text becomes a note, and a word cut in two may take more tokens
        // than the whole word. At the limit, exactly that many more tokens are needed. Reserved output and margin leave
        // more than half of a window.
        const more = Math.max(0, shownTokens(text, input) - shownTokens(user.text, input));
        // A handle names the size of its text, and `20,000` is a token or two shorter than `14,640`.
        const border = { ...small.model, contextWindow: window + (more > 0 ? 2 * more + 2 : 0) + 8 };
        const shorter = { ...small, model: border, current: { user: { ...user, text }, steps } };
        expect(assembled(shorter)).not.toBeNull();
        const fewer = { ...user, files: user.files.slice(1), images: user.images.slice(1) };
        expect(assembled({ ...small, current: { user: fewer, steps } })).not.toBeNull();
      }),
      { numRuns: 2 * numRuns },
    );
  });

  test('the same call has the same room and shows the same documents, whatever the history', () => {
    fc.assert(
      fc.property(wideConversations, (input) => {
        const full = assembled(input);
        const fresh = assembled({ ...input, pastTurns: [] });
        expect(full === null).toBe(fresh === null);
        if (!full || !fresh) return;
        expect(full.toolRoom).toBe(fresh.toolRoom);
        expect(passagesOf(full, input)).toEqual(passagesOf(fresh, input));
      }),
      { numRuns },
    );
  });

  test('CTX-12 what is left out is in the report and readable by handle, of killed turns too', () => {
    fc.assert(
      fc.property(wideConversations, (input) => {
        const context = assembled(input);
        if (!context) return;
        const { removals, parts } = context.report;
        const stored = new Set([
          ...input.pastTurns.flatMap(handlesOfTurn),
          ...handlesOfTurn({ user: input.current.user, assistant: null }),
          ...input.current.steps.flatMap((step) => step.calls.flatMap((one) => one.descriptor ?? [])),
        ]);
        for (const one of removals) {
          if (one.kind === 'images' || !input.descriptorsEnabled) continue;
          expect(stored).toContain(one.descriptor);
        }
        const gone = (kind: string, origin: string) =>
          removals.some((one) => one.kind === kind && one.origin === origin);
        const seen = parts.map((part) => part.text).join('\n');
        for (const turn of input.pastTurns)
          expect(gone('user', turn.user.id) || parts.some((part) => part.origin === turn.user.id)).toBe(true);
        const { user, steps } = input.current;
        const shown = (text: string) => seen.includes(JSON.stringify(wellFormed(text)).slice(1, -1));
        // The same text attached twice is shown once, and listed once if it was removed.
        const left = (text: string) =>
          user.files.some((file) => file.text === text && gone('files', file.name));
        for (const { text } of user.files) if (text?.trim()) expect(shown(text) || left(text)).toBe(true);
        if (user.text.trim())
          expect(seen.includes(wellFormed(user.text)) || gone('user', user.id)).toBe(true);
        for (const one of steps.flatMap((step) => step.calls)) {
          const whole = (one.outcome?.chunks ?? []).every((chunk) => shown(chunk.text ?? ''));
          const said = one.outcome?.text.trim() ?? '';
          const told = gone('tool-result', one.callId) || gone('tool-call', one.callId);
          expect((whole && (said === '' || seen.includes(wellFormed(said)))) || told).toBe(true);
        }
      }),
      { numRuns },
    );
  });

  test('the same objects with other settings give what clones with other settings give', () => {
    const changes = fc.record(
      {
        window: fc.constantFrom(...windows),
        vision: fc.boolean(),
        descriptorsEnabled: fc.boolean(),
        pastResultSummaries: fc.boolean(),
        toolResultTokens: fc.integer({ min: 50, max: 3_000 }),
        userInputTokens: fc.integer({ min: 50, max: 3_000 }),
        previewTokens: fc.integer({ min: 1, max: 900 }),
        pageCharacters: fc.integer({ min: 100, max: 9_000 }),
        historyReferenceCharacters: fc.integer({ min: 10, max: 3_000 }),
        timeZone: fc.constantFrom('UTC', 'Asia/Tokyo'),
        isLastStep: fc.boolean(),
        fewTools: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(wideConversations, fc.array(changes, { minLength: 1, maxLength: 3 }), (input, all) => {
        const assemble = createContextAssembler();
        const first = attempt(() => assemble(input));
        for (const change of all) {
          const other = changed(input, change);
          expect(attempt(() => assemble(other))).toEqual(
            attempt(() => assembleContext(structuredClone(other))),
          );
        }
        expect(attempt(() => assemble(input))).toEqual(first);
      }),
      { numRuns: numRuns / 2 },
    );
  });
});

function changed(
  input: StepContext,
  change: { window?: number; vision?: boolean; fewTools?: boolean; pastResultSummaries?: boolean } & Partial<
    Pick<StepContext, 'descriptorsEnabled' | 'timeZone' | 'isLastStep'>
  > &
    StepContext['descriptorSettings'],
): StepContext {
  const { window, vision, fewTools, pastResultSummaries, descriptorsEnabled, timeZone, isLastStep, ...rest } =
    change;
  return {
    ...input,
    model: {
      ...input.model,
      contextWindow: window ?? input.model.contextWindow,
      vision: vision ?? input.model.vision,
    },
    settings: { ...input.settings, pastResultSummaries: pastResultSummaries ?? false },
    tools: fewTools ? realTools.slice(0, 2) : input.tools,
    descriptorsEnabled: descriptorsEnabled ?? input.descriptorsEnabled,
    timeZone: timeZone ?? input.timeZone,
    isLastStep: isLastStep ?? input.isLastStep,
    descriptorSettings: rest,
  };
}

/** Tokens of a message's text when shown whole. */
function shownTokens(text: string, input: StepContext): number {
  const shown = text.trim() === '' ? '[This message has no text.]' : wellFormed(text);
  return countTokens(shown, encodingOf(input.model));
}

/** Without the field that depends on the previous step. */
function attempt(assemble: () => AssembledContext): unknown {
  try {
    const { report, ...rest } = assemble();
    return { ...rest, report: { ...report, sharedPrefixTokens: null } };
  } catch (error) {
    return String(error);
  }
}

/** Passages shown by this turn's calls, without those of files. */
function passagesOf(context: AssembledContext, input: StepContext): string[] {
  const items = new Set(
    input.current.steps.flatMap((step) =>
      step.calls.flatMap((one) => one.outcome?.chunks?.map((chunk) => chunk.itemId) ?? []),
    ),
  );
  return [...context.shownChunks.values()]
    .flat()
    .filter((chunk) => items.has(chunk.itemId))
    .map((chunk) => `${chunk.itemId} ${chunk.chunkId} ${chunk.text?.length}`)
    .sort();
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
