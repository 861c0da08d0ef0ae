import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../tokens/count-tokens.js';
import { imageTokens } from '../tokens/image-tokens.js';
import { assembleContext } from './assemble-context.js';
import type { AssembledContext, ContextInput } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import { LONG } from './preview-removals.js';
import { conversations } from './conversations.test-helper.js';
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

/** Null where the fixed parts do not fit, which is the one thing that may happen instead of a context. */
function assembled(input: ContextInput): AssembledContext | null {
  try {
    return assembleContext(input);
  } catch (error) {
    if (error instanceof ContextOverflow) return null;
    throw error;
  }
}

function isText(output: { type: string }): output is { type: 'text' | 'error-text'; value: string } {
  return output.type === 'text' || output.type === 'error-text';
}

/** Counts the prompt itself, knowing nothing of the report. */
function recount(context: AssembledContext, input: ContextInput): number {
  let tokens = 0;
  for (const message of context.prompt) {
    tokens += 3;
    if (typeof message.content === 'string') {
      tokens += countTokens(message.content);
      continue;
    }
    for (const part of message.content) {
      if (part.type === 'text' || part.type === 'reasoning') tokens += countTokens(part.text);
      else if (part.type === 'tool-call')
        tokens += countTokens(part.toolName) + countTokens(JSON.stringify(part.input));
      else if (part.type === 'tool-result' && isText(part.output)) tokens += countTokens(part.output.value);
      else if (part.type === 'file') {
        const all = [...input.pastTurns.map((turn) => turn.user), input.current.user].flatMap(
          (user) => user.images,
        );
        tokens += imageTokens(all[0] ?? { width: 0, height: 0 });
      }
    }
  }
  return tokens;
}

type Check = (context: AssembledContext, input: ContextInput) => void;

const withinBudget: Check = (context, input) => {
  const { report } = context;
  expect(report.totalTokens).toBe(report.parts.reduce((sum, part) => sum + part.tokens, 0));
  expect(report.totalTokens).toBeLessThanOrEqual(report.budget.available);
  expect(recount(context, input)).toBeLessThanOrEqual(report.totalTokens);
};

const callsHaveResults: Check = (context) => {
  const open: string[] = [];
  for (const message of context.prompt) {
    if (message.role === 'tool') {
      const answered = message.content.map((part) => (part.type === 'tool-result' ? part.toolCallId : ''));
      expect(answered).toEqual(open.splice(0));
      continue;
    }
    expect(open).toEqual([]);
    if (message.role !== 'assistant') continue;
    for (const part of message.content) if (part.type === 'tool-call') open.push(part.toolCallId);
  }
  expect(open).toEqual([]);
};

const orderKept: Check = (context, input) => {
  const single = lettersOf(context)
    .split(' ')
    .map((letter) => ({ SUM: 's', CA: 'G', TC: 'C', TR: 'T' })[letter] ?? letter.charAt(0))
    .join('');
  expect(single).toMatch(/^Ss?(F?UI*(A?C+T+)*A?)*G?P?F?L?UI*(A?C+T+)*R?$/);
  const users = context.report.parts
    .filter((part) => part.kind === 'user')
    .map((part) => Number(part.origin.slice(1)));
  const last = input.pastTurns.length + 1;
  expect(users).toEqual(users.map((_, index) => last - users.length + 1 + index));
};

const fixedPartsWhole: Check = (context, input) => {
  const textOf = (kind: string) => context.report.parts.findLast((part) => part.kind === kind)?.text ?? '';
  const whole = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  const { text } = input.current.user;
  expect(textOf('user')).toBe(text.trim() === '' ? '[This message has no text.]' : whole(text));
  if (input.agent) expect(textOf('agent')).toBe(input.agent.prompt);
  expect(textOf('system')).toContain('You are Ibid');
  if (context.report.project.mode !== 'included') return;
  for (const file of input.project?.files ?? []) {
    if (file.text?.trim()) expect(textOf('project')).toContain(JSON.stringify(whole(file.text)));
  }
};

const removalsTold: Check = (context, input) => {
  const { parts, removals } = context.report;
  const shown = new Set(parts.filter((part) => part.kind === 'user').map((part) => part.origin));
  for (const turn of input.pastTurns) {
    const removal = removals.find((one) => one.origin === turn.user.id && one.kind === 'user');
    expect(removal === undefined).toBe(shown.has(turn.user.id));
    if (!removal) continue;
    expect(removal.descriptor).toBe(turn.assistant?.descriptor);
    const files = removals.filter((one) => one.kind === 'files').map((one) => one.descriptor);
    for (const file of turn.user.files) expect(files).toContain(file.descriptor);
  }
  // What is a preview for its length alone shows its handle where it stands.
  const gone = removals.filter(
    (one) => one.action === 'dropped' || (one.action === 'paged-out' && one.reason !== LONG),
  );
  const list = parts.find((part) => part.kind === 'removed-list')?.text ?? '';
  expect(list === '').toBe(gone.length === 0);
  for (const one of gone) {
    expect(one.descriptor).toMatch(/^fd:\d+$/);
    expect(names(list, one.descriptor ?? '')).toBe(true);
  }
};

const shownIsInThePrompt: Check = (context) => {
  const everything = context.report.parts.map((part) => part.text).join('\n');
  for (const [number, chunks] of context.shownChunks) {
    expect(everything).toContain(`"document":${number},`);
    for (const chunk of chunks) {
      const text = JSON.stringify((chunk.text ?? '').replaceAll(/\p{Surrogate}/gu, '\ufffd')).slice(1, -1);
      expect(everything).toContain(text);
    }
  }
};

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
        // The same input gives the same output, remembered or not.
        expect(assembled(structuredClone(input))).toEqual(context);
      }),
      { numRuns: 120 },
    );
    // The generator must not drift to where nothing is cut or nothing fits.
    expect(made).toBeGreaterThan(40);
    expect(removed).toBeGreaterThan(12);
  });

  test('less room never keeps more', () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 50, max: 4000 }), (input, less) => {
        const window = input.model.contextWindow - less;
        if (window < 1) return;
        const large = assembled(input);
        const small = assembled({ ...input, model: { ...input.model, contextWindow: window } });
        if (!small) return;
        expect(large).not.toBeNull();
        if (!large || large.report.project.mode !== small.report.project.mode) return;
        const kept = (context: AssembledContext) =>
          [...context.shownChunks].flatMap(([number, chunks]) =>
            chunks.map((chunk) => `${number}-${chunk.chunkId}`),
          );
        const inLarge = new Set(kept(large));
        for (const id of kept(small)) expect(inLarge.has(id)).toBe(true);
        const shown = (context: AssembledContext) =>
          context.report.parts.filter((part) => part.kind === 'user').length;
        expect(shown(small)).toBeLessThanOrEqual(shown(large));
      }),
      { numRuns: 80 },
    );
  });
});

/** Whether a list names a handle, by itself or within a stretch. */
function names(list: string, handle: string): boolean {
  const number = Number(handle.slice(3));
  for (const [, from, to] of list.matchAll(/fd:(\d+)(?: to fd:(\d+))?/g)) {
    if (number >= Number(from) && number <= Number(to ?? from)) return true;
  }
  return false;
}

describe('CTX-11 in this order, each only as far as needed', () => {
  const filler = 'The committee met and discussed the budget at length. '.repeat(20);
  const passages = Array.from({ length: 6 }, (_, index) =>
    chunkOf(`item-${index}`, '1', { text: `${index} ${filler}`, score: 1 - index / 10 }),
  );

  test('past turns go first, oldest first, and results stay whole', () => {
    const whole = inputOf({
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
    // Ranks are taken from both calls alike, though their scores are not comparable.
    expect(items).toEqual(
      ['item-0', 'item-1', 'item-2', 'other-0', 'other-1', 'other-2', 'other-3'].filter((id) =>
        items.includes(id),
      ),
    );
    expect(items.length).toBeGreaterThan(4);
    const least = assembleContext(input(900));
    expect([...least.shownChunks.values()].map(([chunk]) => chunk?.itemId)).toEqual(['item-0', 'other-0']);
    expect(least.report.removals.map((removal) => removal.descriptor)).toEqual(['fd:1', 'fd:2']);
    const numbers = (context: AssembledContext) => context.ledger.sources.map((source) => source.itemId);
    expect(numbers(least)).toEqual(numbers(some));
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
      expect(String(error)).toContain('system (system prompt)');
    }
  });
});
