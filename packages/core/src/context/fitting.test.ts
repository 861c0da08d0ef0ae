import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../tokens/count-tokens.js';
import { assembleContext } from './assemble-context.js';
import type { AssembledContext } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import { conversations } from './conversations.test-helper.js';
import {
  assembled,
  callsHaveResults,
  fixedPartsWhole,
  orderKept,
  removalsTold,
  shownIsInThePrompt,
  withinBudget,
} from './invariants.test-helper.js';
import {
  chunkOf,
  fileOf,
  inputOf,
  lettersOf,
  modelWithRoom,
  pastTurn,
  searchCall,
  searchTool,
  stepOf,
  userMessage,
} from './context.test-helper.js';

describe('CTX-10 to CTX-12 fitting, over generated conversations', () => {
  test('never over budget, pairs and order kept, fixed parts whole, every removal told', () => {
    let made = 0;
    let removed = 0;
    fc.assert(
      fc.property(conversations, (input) => {
        const context = assembled(input);
        if (!context) return;
        made += 1;
        removed += context.report.removals.length > 0 ? 1 : 0;
        withinBudget(context, input);
        callsHaveResults(context, input);
        orderKept(context, input);
        fixedPartsWhole(context, input);
        removalsTold(context, input);
        shownIsInThePrompt(context, input);
        // The same input gives the same output, cached or not.
        expect(assembled(structuredClone(input))).toEqual(context);
      }),
      { numRuns: 120 },
    );
    // The generator must not drift to cases in which nothing is cut or nothing fits.
    expect(made).toBeGreaterThan(40);
    expect(removed).toBeGreaterThan(12);
  });

  test('less room never keeps more', () => {
    let compared = 0;
    fc.assert(
      fc.property(conversations, fc.integer({ min: 50, max: 4000 }), (input, less) => {
        const window = input.model.contextWindow - less;
        if (window < 1) return;
        const large = assembled(input);
        const small = assembled({ ...input, model: { ...input.model, contextWindow: window } });
        if (!small) return;
        expect(large).not.toBeNull();
        if (!large || large.report.project.mode !== small.report.project.mode) return;
        // A small window has shorter instructions, which leaves more room for documents.
        const formOf = ({ report }: AssembledContext) => `${'shortForm' in report} ${'briefTools' in report}`;
        if (formOf(large) !== formOf(small)) return;
        const kept = (context: AssembledContext) =>
          [...context.shownChunks].flatMap(([number, chunks]) =>
            chunks.map((chunk) => `${number}-${chunk.chunkId}`),
          );
        const inLarge = new Set(kept(large));
        // FD-1: text longer than an eighth of the window is shown in part, and a larger window shows more of it.
        const { user, steps } = input.current;
        const outcomes = steps.flatMap(({ calls }) => calls.flatMap(({ outcome }) => outcome ?? []));
        const texts = [
          user.text,
          ...user.files.map((file) => file.text ?? ''),
          ...outcomes.flatMap(({ text, chunks = [] }) => [text, ...chunks.map((chunk) => chunk.text ?? '')]),
        ];
        const cut = texts.some((text) => countTokens(text, input.model.tokenizer) > window / 8);
        if (!cut) {
          compared += 1;
          for (const id of kept(small)) expect(inLarge.has(id)).toBe(true);
        }
        const shown = (context: AssembledContext) =>
          context.report.parts.filter((part) => part.kind === 'user').length;
        expect(shown(small)).toBeLessThanOrEqual(shown(large));
      }),
      { numRuns: 80 },
    );
    expect(compared).toBeGreaterThan(10);
  });
});

describe('CTX-11 in this order, each only as far as needed', () => {
  const filler = 'The committee met and discussed the budget at length. '.repeat(20);
  const passages = Array.from({ length: 6 }, (_, index) =>
    chunkOf(`item-${index}`, '1', { text: `${index} ${filler}`, score: 1 - index / 10 }),
  );

  test('past turns go first, oldest first, and results stay whole', () => {
    const whole = inputOf({
      model: modelWithRoom(4_400),
      systemPrompt: 'Answer.',
      tools: [searchTool],
      pastTurns: [1, 2, 3].map((number) =>
        pastTurn(number, { user: { text: filler }, assistant: { descriptor: `fd:${number}` } }),
      ),
      current: { user: userMessage(4), steps: [stepOf(searchCall('9', passages))] },
    });
    const { totalTokens, budget } = assembleContext(whole).report;
    const room = totalTokens + budget.toolDefinitions - 50;
    const context = assembleContext({ ...whole, model: modelWithRoom(room) });
    expect(lettersOf(context)).toBe('S U2 A2 U3 A3 L U4 TC TR R');
    expect(context.shownChunks.size).toBe(6);
    expect(context.report.parts.find((part) => part.kind === 'removed-list')?.text).toContain('fd:1');
  });

  test('then the worst passages across all calls, the best of each call kept', () => {
    const second = passages.map((chunk, index) => ({
      ...chunk,
      itemId: `other-${index}`,
      score: 100 - index,
    }));
    const input = (room: number) =>
      inputOf({
        systemPrompt: 'Answer.',
        model: modelWithRoom(room),
        current: {
          user: userMessage(1),
          steps: [stepOf(searchCall('1', passages, 'fd:1')), stepOf(searchCall('2', second, 'fd:2'))],
        },
      });
    const some = assembleContext(input(2000));
    const items = [...some.shownChunks.values()].map(([chunk]) => chunk?.itemId);
    // Passages are taken by rank from both calls alike, because their scores are not comparable.
    expect(items).toEqual(
      ['item-0', 'item-1', 'item-2', 'other-0', 'other-1', 'other-2', 'other-3'].filter((id) =>
        items.includes(id),
      ),
    );
    expect(items.length).toBeGreaterThan(4);
    const least = assembleContext(input(750));
    expect([...least.shownChunks.values()].map(([chunk]) => chunk?.itemId)).toEqual(['item-0', 'other-0']);
    expect(least.report.removals.map((removal) => removal.descriptor)).toEqual(['fd:1', 'fd:2']);
    const numbers = (context: AssembledContext) => context.ledger.sources.map((source) => source.itemId);
    expect(numbers(least)).toEqual(numbers(some));
  });

  test('the list of what left stays short after many calls, and names them all', () => {
    const steps = Array.from({ length: 40 }, (_, index) =>
      stepOf(
        searchCall(
          `${index}`,
          passages.map((chunk) => ({ ...chunk, itemId: `${chunk.itemId}-${index}` })),
          `fd:${index + 1}`,
        ),
      ),
    );
    const context = assembleContext(
      inputOf({
        systemPrompt: 'Answer.',
        model: modelWithRoom(14_000),
        current: { user: userMessage(1), steps },
      }),
    );
    const list = context.report.parts.find((part) => part.kind === 'removed-list');
    expect(list?.tokens).toBeLessThan(400);
    expect(list?.text).toContain('fd:1 to fd:32');
    expect(context.report.removals).toHaveLength(40);
  });

  test('files attached just now are never dropped as history: they are paged, largest first', () => {
    const files = [
      fileOf('small', { text: 'Short.' }),
      fileOf('big', { text: filler.repeat(12), descriptor: 'fd:4' }),
    ];
    const context = assembleContext(
      inputOf({
        systemPrompt: 'Answer.',
        model: modelWithRoom(1500),
        current: { user: userMessage(1, { files }), steps: [] },
      }),
    );
    const text = context.report.parts.find((part) => part.kind === 'files')?.text ?? '';
    expect(text).toContain('"contents":"Short."');
    expect(text).toContain(
      'more characters were left out to fit the context; read them with read_fd(\\"fd:4\\")',
    );
    expect(context.report.removals).toMatchObject([
      { kind: 'files', action: 'paged-out', origin: 'big.txt', descriptor: 'fd:4' },
    ]);
  });

  test('then the current message, with its beginning and its end', () => {
    const text = `First words. ${filler.repeat(6)} What does it say?`;
    const context = assembleContext(
      inputOf({
        systemPrompt: 'Answer.',
        model: modelWithRoom(1100),
        current: { user: userMessage(1, { text, descriptor: 'fd:1' }), steps: [] },
      }),
    );
    const shown = context.report.parts.find((part) => part.kind === 'user')?.text ?? '';
    expect(shown).toContain('First words.');
    expect(shown).toContain('What does it say?');
    expect(shown).toContain('fd:1');
    expect(context.report.removals).toMatchObject([
      { kind: 'user', action: 'paged-out', descriptor: 'fd:1' },
    ]);
  });

  test('less and less room takes past turns, passages, files, images and the message, one after the other', () => {
    const long = filler.repeat(4);
    const image = { fileId: 'i', name: 'plan.png', mediaType: 'image/png', width: 800, height: 800 };
    const user = userMessage(2, {
      text: long,
      files: ['a', 'b'].map((name) => fileOf(name, { text: `${name} ${long}`, descriptor: `fd:${name}` })),
      images: [{ ...image, data: new Uint8Array(1) }],
    });
    const with9 = { user, steps: [stepOf(searchCall('9', passages, 'fd:2'))] };
    const taken = new Map<string, AssembledContext>();
    for (let room = 8_000, fits = true; fits; room -= 25) {
      const context = assembled(
        inputOf({
          systemPrompt: 'Answer.',
          model: modelWithRoom(room, { vision: true }),
          pastTurns: [pastTurn(1, { user: { text: long }, assistant: { descriptor: 'fd:1' } })],
          current: with9,
        }),
      );
      fits = context !== null;
      for (const { kind, action, origin } of context?.report.removals ?? []) {
        const what = `${kind} ${action} ${origin}`;
        if (!taken.has(what)) taken.set(what, context!);
      }
    }
    expect([...taken.keys()]).toEqual([
      'user dropped u1',
      'tool-result paged-out 9',
      'files paged-out a.txt',
      'files paged-out b.txt',
      'images paged-out i',
      'user paged-out u2',
    ]);
    // Each kind is reduced fully before the next: only the best passage is left when the first file is paged out.
    const shown = [...taken.get('files paged-out a.txt')!.shownChunks.values()].map(([one]) => one?.itemId);
    expect(shown.filter((id) => id?.startsWith('item-'))).toEqual(['item-0']);
  });

  test('and what still does not fit is an error that lists each part', () => {
    const input = inputOf({
      model: modelWithRoom(100),
      agent: { id: 'x', prompt: filler, replaceSystemPrompt: false, reminder: 'Hm.' },
    });
    expect(() => assembleContext(input)).toThrow(ContextOverflow);
    try {
      assembleContext(input);
    } catch (error) {
      const parts = error instanceof ContextOverflow ? error.parts : [];
      expect(parts.map((part) => part.kind)).toEqual(['system', 'agent', 'user', 'reminder']);
      expect(parts.every((part) => part.tokens > 0)).toBe(true);
      expect(String(error)).toMatch(
        /^ContextOverflow: What the model must be sent takes [\d,]+ tokens, but there is room for [\d,]+: .*the instructions \d.*your message \d/u,
      );
    }
  });
});
