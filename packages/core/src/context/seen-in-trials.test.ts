import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { countTokens } from '../tokens/count-tokens.js';
import { assembleContext } from './assemble-context.js';
import type { StepContext } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import {
  chunkOf,
  fileOf,
  inputOf,
  model,
  pastTurn,
  searchCall,
  stepOf,
  userMessage,
} from './context.test-helper.js';
import { createContextAssembler } from './create-context-assembler.js';
import { realTools, wideConversations } from './wide-conversations.test-helper.js';
import { descriptorTools } from '../descriptors/tools/descriptor-tools.js';

const windowOf = (contextWindow: number) => ({ ...model, contextWindow, tokenizer: null });
const history = (turns: number) =>
  Array.from({ length: turns }, (_, index) =>
    pastTurn(index + 1, {
      user: { text: 'Tell me more about the tides. '.repeat(8) },
      assistant: { descriptor: `fd:${index + 1}` },
    }),
  );
const japanese = '契約の解除は三か月前までに書面で通知しなければならない。';
/** Deep-freezes a value, so any write to it throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (!Object.isFrozen(value)) for (const inside of Object.values(Object.freeze(value))) frozen(inside);
  return value;
}
const documentsIn = (input: StepContext) => assembleContext(input).shownChunks.size;

describe('CTX-11 what trials with a recording provider had found', () => {
  test.each([8_192, 131_072])('a full window of %i tokens shows the documents of a fresh one', (window) => {
    const chunks = Array.from({ length: 8 }, (_, rank) =>
      chunkOf(`item-${rank}`, '0', {
        text: `Passage ${rank}. ${'On tides and moons. '.repeat(25)}`,
        score: 1 - rank / 10,
      }),
    );
    const with8 = (pastTurns: StepContext['pastTurns']) =>
      inputOf({
        model: windowOf(window),
        tools: realTools,
        pastTurns,
        current: { user: userMessage(9_999), steps: [stepOf(searchCall('s', chunks))] },
      });
    const long = history(window / 16);
    expect(documentsIn(with8(long))).toBe(documentsIn(with8([])));
    expect(documentsIn(with8([]))).toBe(8);
    expect(assembleContext(with8(long)).toolRoom).toBe(assembleContext(with8([])).toolRoom);
  });

  test('after 1,500 short turns read_fd gives a whole page', async () => {
    const { toolRoom } = assembleContext(
      inputOf({ model: windowOf(8_192), tools: realTools, pastTurns: history(1_500) }),
    );
    const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' });
    await store.create({
      content: 'a line of the log\n'.repeat(1_000),
      origin: { kind: 'turn', turnId: 't' },
    });
    const [readFd] = descriptorTools({ store, workspace: null });
    const context = { availableTokens: toolRoom, signal: new AbortController().signal } as never;
    const page = await readFd!.execute(readFd!.inputSchema.parse({ fd: 'fd:1', page: 2 }), context);
    expect(page.text).toContain('page="2"');
    expect(page.text).toContain('truncated="false"');
    expect(page.text.length).toBeGreaterThan(7_900);
  });

  test('12 notes at 8k and 100 Japanese ones at 128k fit', () => {
    const notes = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) =>
        fileOf(`n${index}`, { text: `${index} ${text}`, descriptor: `fd:${index + 1}` }),
      );
    for (const [window, files] of [
      [8_192, notes(12, 'The harbour master noted the tide. '.repeat(55))],
      [131_072, notes(100, japanese.repeat(70))],
    ] as const) {
      const user = userMessage(1, { files: [...files] });
      const { report } = assembleContext(
        inputOf({ model: windowOf(window), tools: realTools, current: { user, steps: [] } }),
      );
      expect(report.totalTokens).toBeLessThanOrEqual(report.budget.available);
      for (const one of report.removals) expect(one.descriptor).toMatch(/^fd:\d+$/);
    }
  });

  test('thirty notes fit at 8k, where not even their beginnings do: by their handles alone', () => {
    const files = Array.from({ length: 30 }, (_, index) =>
      fileOf(`n${index}`, {
        text: `${index} ${'The harbour master noted the tide. '.repeat(55)}`,
        descriptor: `fd:${index + 1}`,
      }),
    );
    const user = userMessage(1, { files });
    const { report } = assembleContext(
      inputOf({ model: windowOf(8_192), tools: realTools, current: { user, steps: [] } }),
    );
    const text = report.parts.find((part) => part.kind === 'files')?.text ?? '';
    expect(text).toContain('[Left out to fit the context; read it with read_fd(\\"fd:');
    expect(report.removals).toHaveLength(30);
  });

  test('a Japanese message of any length fits at 8k', () => {
    for (const characters of [3_999, 4_000, 6_000, 8_000, 8_001, 20_000]) {
      const user = userMessage(1, { text: japanese.repeat(1_000).slice(0, characters), descriptor: 'fd:1' });
      const { report } = assembleContext(
        inputOf({ model: windowOf(8_192), tools: realTools, current: { user, steps: [] } }),
      );
      expect(report.removals).toMatchObject([{ kind: 'user', descriptor: 'fd:1' }]);
    }
  });

  test('images become markers, and the report says so', () => {
    const images = Array.from({ length: 8 }, (_, index) => ({
      fileId: `i${index}`,
      name: `plan ${index}.png`,
      mediaType: 'image/png',
      width: 2_000,
      height: 2_000,
      data: new Uint8Array(1),
    }));
    const { report, prompt } = assembleContext(
      inputOf({
        model: windowOf(8_192),
        tools: realTools,
        current: { user: userMessage(1, { images }), steps: [] },
      }),
    );
    const gone = report.removals.filter((one) => one.kind === 'images');
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.length).toBeLessThan(8);
    expect(JSON.stringify(prompt.at(-1)?.content)).toContain('left out to fit the context');
  });

  test('the same file attached twice is shown once', () => {
    const file = fileOf('a', { text: 'The notice period is three months.' });
    const copy = fileOf('b', { text: 'The notice period is three months.' });
    const user = userMessage(1, { files: [file, file, copy] });
    const { report } = assembleContext(inputOf({ current: { user, steps: [] } }));
    const text = report.parts.find((part) => part.kind === 'files')?.text ?? '';
    expect(text.split('three months').length - 1).toBe(1);
    expect(text).toContain('[The same text as document 1.]');
  });

  test('FD-9 with handles off the model is not told to read by handle', () => {
    const user = userMessage(50, { files: [fileOf('a', { text: 'word '.repeat(9_000) })] });
    const { prompt, report } = assembleContext(
      inputOf({
        model: windowOf(8_192),
        pastTurns: history(40),
        descriptorsEnabled: false,
        current: { user, steps: [] },
      }),
    );
    expect(report.removals.length).toBeGreaterThan(0);
    expect(JSON.stringify(prompt)).not.toMatch(/handle|read_fd|fd:\d/i);
  });

  test('another preview or page size is never that of the call before', () => {
    const outcome = { text: 'a line of the log\n'.repeat(3_000) };
    const call = { callId: '1', toolName: 'run', input: {}, outcome, descriptor: 'fd:1' };
    const current = { user: userMessage(1), steps: [stepOf(call)] };
    const assemble = createContextAssembler();
    const resultWith = (descriptorSettings: StepContext['descriptorSettings']) =>
      assemble(inputOf({ current, descriptorSettings })).report.parts.find(
        (part) => part.kind === 'tool-result',
      )?.text ?? '';
    expect(countTokens(resultWith({ previewTokens: 400 }))).toBeGreaterThan(350);
    expect(countTokens(resultWith({ previewTokens: 50 }))).toBeLessThan(200);
    expect(resultWith({ pageCharacters: 1_000 })).toMatch(/pages="5\d"/);
    expect(resultWith({ pageCharacters: 10_000 })).toContain('pages="6"');
  });

  test('nothing is noted on what is handed in, whole or reduced', () => {
    for (const sample of fc.sample(wideConversations, { numRuns: 12, seed: 1 })) {
      const assemble = createContextAssembler();
      const input = frozen(structuredClone(sample));
      for (const contextWindow of [4_096, 131_072])
        try {
          assemble(frozen({ ...input, model: { ...input.model, contextWindow } }));
        } catch (error) {
          expect(error).toBeInstanceOf(ContextOverflow);
        }
    }
  });

  test('CTX-9 past result summaries say what a result held', () => {
    const steps = [stepOf(searchCall('7', [chunkOf('tides', '0')]))];
    const input = inputOf({
      pastTurns: [pastTurn(1, { assistant: { steps } })],
      current: { user: userMessage(2), steps: [] },
      ledger: { sources: [{ number: 1, itemId: 'tides', title: 'Title of tides', origin: 'tool' }] },
    });
    const placeholder = (pastResultSummaries: boolean) =>
      assembleContext({ ...input, settings: { ...input.settings, pastResultSummaries } }).report.parts.find(
        (part) => part.kind === 'tool-result',
      )?.text;
    expect(placeholder(true)).toBe(`${placeholder(false)} It held [1] Title of tides.`);
  });

  test('2,048 tokens hold the packaged prompt, the tools and a search, and the report says how', () => {
    const chunks = [chunkOf('a', '0', { text: 'The notice period is three months. '.repeat(10) })];
    const { report, tools } = assembleContext(
      inputOf({
        model: windowOf(2_048),
        tools: realTools,
        current: { user: userMessage(1), steps: [stepOf(searchCall('1', chunks))] },
      }),
    );
    expect(report.shortForm).toContain('2048');
    expect(report.budget.toolDefinitions).toBeLessThan(450);
    expect(report.parts.find((part) => part.kind === 'system')?.tokens).toBeLessThan(180);
    expect(report.removals).toEqual([]);
    expect(tools.map(({ name }) => name)).toEqual(['search_content', 'read_fd', 'search_fd']);
    expect(report.shortForm).toContain('not offered: list_refs, get_ref');
  });
});
