import { describe, expect, test } from 'vitest';
import { assembleContext } from './assemble-context.js';
import { createContextAssembler } from './create-context-assembler.js';
import {
  chunkOf,
  fileOf,
  inputOf,
  lettersOf,
  model,
  modelWithRoom,
  pastTurn,
  searchCall,
  searchTool,
  stepOf,
  userMessage,
} from './context.test-helper.js';
import { ContextOverflow } from './context-overflow.js';
import { defaultContextSettings, validateContextSettings, validateModelProfile } from './context-settings.js';
import { InvalidSetting } from './invalid-setting.js';
import { numberSources } from './number-sources.js';

describe('CTX-13 the report', () => {
  test("the terms of the budget add up, with the margin only where the tokenizer is not the model's own", () => {
    const known = assembleContext(inputOf({ tools: [searchTool] })).report.budget;
    expect(known.safetyMargin).toBe(0);
    expect(known.toolDefinitions).toBeGreaterThan(20);
    const unknown = assembleContext(inputOf({ tools: [searchTool], model: { ...model, tokenizer: null } }))
      .report.budget;
    expect(unknown.safetyMargin).toBe(Math.ceil(model.contextWindow * 0.15));
    const unpackaged = assembleContext(inputOf({ model: { ...model, tokenizer: 'llama3' } })).report.budget;
    expect(unpackaged.safetyMargin).toBe(unknown.safetyMargin);
    const scaled = assembleContext(inputOf({ tools: [searchTool], budgetScale: 0.5 })).report.budget;
    expect(scaled.available).toBe(Math.floor(known.available / 2));
    for (const terms of [known, unknown, scaled]) {
      expect(terms.available).toBe(
        terms.window - terms.reservedOutput - terms.safetyMargin - terms.toolDefinitions,
      );
    }
  });

  test('every part has its text, tokens, origin and reason', () => {
    const { report } = assembleContext(
      inputOf({
        pastTurns: [pastTurn(1, { user: { files: [fileOf('f')] } })],
        current: { user: userMessage(2), steps: [] },
      }),
    );
    for (const part of report.parts) {
      expect(part.text).not.toBe('');
      expect(part.tokens).toBeGreaterThan(0);
      expect(part.origin).not.toBe('');
      expect(part.reason).not.toBe('');
    }
    expect(report).toMatchObject({
      modelId: 'test-model',
      tokenizer: 'o200k_base',
      sharedPrefixTokens: null,
    });
  });

  test('within a turn the prefix only grows', () => {
    const assemble = createContextAssembler();
    const pastTurns = [1, 2, 3].map((number) => pastTurn(number));
    const steps: ReturnType<typeof stepOf>[] = [];
    const lost: number[] = [];
    let before = 0;
    for (let step = 0; step < 6; step += 1) {
      const current = { user: userMessage(4), steps: [...steps] };
      const { report } = assemble(
        inputOf({ pastTurns, tools: [searchTool], current, isLastStep: step === 5 }),
      );
      const reminder = report.parts.find((part) => part.kind === 'reminder')?.tokens ?? 0;
      lost.push(Math.max(0, before - (report.sharedPrefixTokens ?? 0)));
      before = report.totalTokens - reminder;
      // The same passage is found again and again with ever better scores; text already sent must not change.
      steps.push(
        stepOf(searchCall(`${step}`, [chunkOf('same', '1', { score: step }), chunkOf(`new-${step}`, '1')])),
      );
    }
    expect(lost).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('at the end of the window it holds for several steps where turns are dropped in blocks', () => {
    const pastTurns = Array.from({ length: 40 }, (_, index) =>
      pastTurn(index + 1, {
        user: { text: 'word '.repeat(60) },
        assistant: { descriptor: `fd:${index + 1}` },
      }),
    );
    const brokenSteps = (historyBlockShare: number) => {
      const assemble = createContextAssembler();
      const settings = { ...defaultContextSettings, historyBlockShare };
      const steps: ReturnType<typeof stepOf>[] = [];
      let broken = 0;
      for (let step = 0; step < 6; step += 1) {
        const current = { user: userMessage(41), steps: [...steps] };
        const { report } = assemble(inputOf({ settings, pastTurns, model: modelWithRoom(3000), current }));
        expect(report.totalTokens).toBeLessThanOrEqual(report.budget.available);
        if (step > 0 && (report.sharedPrefixTokens ?? 0) < report.totalTokens / 2) broken += 1;
        steps.push(stepOf(searchCall(`${step}`, [chunkOf(`${step}`, '1', { text: 'found '.repeat(60) })])));
      }
      return broken;
    };
    expect(brokenSteps(0)).toBe(5);
    expect(brokenSteps(0.1)).toBeLessThan(3);
  });

  test('over turns it breaks no earlier than the date in the system prompt', () => {
    const assemble = createContextAssembler();
    const first = assemble(inputOf());
    const second = assemble(
      inputOf({
        pastTurns: [pastTurn(1)],
        current: { user: userMessage(2, { createdAt: '2026-11-14T10:45:00Z' }), steps: [] },
      }),
    );
    const system = first.report.parts[0]?.tokens ?? 0;
    expect(second.report.sharedPrefixTokens).toBeGreaterThan(system * 0.9);
    const sameTime = createContextAssembler({ previous: first })(
      inputOf({ pastTurns: [pastTurn(1)], current: { user: userMessage(2), steps: [] } }),
    );
    expect(sameTime.report.sharedPrefixTokens).toBeGreaterThanOrEqual(first.report.totalTokens);
  });

  test('breakpoints are marked for providers that take them, at most four', () => {
    const input = inputOf({
      model: { ...model, cacheBreakpoints: 'anthropic' },
      tools: [searchTool],
      pastTurns: [pastTurn(1)],
      current: { user: userMessage(2), steps: [stepOf(searchCall('1', [chunkOf('a', '1')]))] },
    });
    const context = assembleContext(input);
    const marked = context.prompt.flatMap((message, index) =>
      message.providerOptions?.['anthropic'] ? [index] : [],
    );
    expect(lettersOf(context)).toBe('S U1 A1 U2 TC TR R');
    expect(marked).toEqual([0, 2, 3, 5]);
    const plain = assembleContext({ ...input, model });
    expect(plain.prompt.every((message) => message.providerOptions === undefined)).toBe(true);
  });

  test('reasoning that a provider signed goes back within the turn', () => {
    const step = {
      ...stepOf(searchCall('1', [])),
      providerMetadata: {
        reasoning: [{ text: 'Let me look.', metadata: { anthropic: { signature: 'abc' } } }],
        calls: { '1': { google: { thoughtSignature: 'xyz' } } },
      },
    };
    const context = assembleContext(inputOf({ current: { user: userMessage(1), steps: [step] } }));
    expect(context.prompt[2]?.content).toMatchObject([
      { type: 'reasoning', text: 'Let me look.', providerOptions: { anthropic: { signature: 'abc' } } },
      { type: 'tool-call', providerOptions: { google: { thoughtSignature: 'xyz' } } },
    ]);
  });
});

describe('REF-2 numbers', () => {
  test('a tool numbered when it finished gets the same numbers in the assembly', () => {
    const chunks = [chunkOf('x', '1'), chunkOf('y', '1'), chunkOf('x', '2')];
    const start = assembleContext(
      inputOf({ current: { user: userMessage(1, { files: [fileOf('f')] }), steps: [] } }),
    ).ledger;
    const numbered = numberSources({ ledger: start, chunks });
    expect(numbered.sources.map((source) => [source.number, source.itemId])).toEqual([
      [1, 'file:f'],
      [2, 'x'],
      [3, 'y'],
    ]);
    const steps = [stepOf(searchCall('1', chunks))];
    const ledger = assembleContext(
      inputOf({ ledger: numbered, current: { user: userMessage(1, { files: [fileOf('f')] }), steps } }),
    ).ledger;
    expect(ledger).toEqual(numbered);
    expect(numberSources({ ledger, chunks })).toBe(ledger);
  });

  test("a file picked from a knowledge base keeps its item's number", () => {
    const ledger = numberSources({ ledger: { sources: [] }, chunks: [chunkOf('x', '1')] });
    const picked = fileOf('f', { itemId: 'x' });
    const context = assembleContext(
      inputOf({ ledger, current: { user: userMessage(1, { files: [picked] }), steps: [] } }),
    );
    expect(context.ledger).toBe(ledger);
    expect([...context.shownChunks.keys()]).toEqual([1]);
  });
});

describe('bad input', () => {
  test('zero, negative and absurd limits are refused when they are set', () => {
    expect(validateContextSettings(defaultContextSettings)).toBe(defaultContextSettings);
    const bad: [string, unknown][] = [
      ['reservedOutputTokens', 0],
      ['reservedOutputTokens', -5],
      ['reservedOutputTokens', 1.5],
      ['reservedOutputTokens', 1e12],
      ['safetyMarginShare', -0.1],
      ['safetyMarginShare', 1],
      ['projectShare', 2],
      ['historyBlockShare', 0.9],
      ['summaryThresholdShare', Number.NaN],
      ['summaryKeepShare', '0.2'],
      ['pastResultSummaries', 'yes'],
    ];
    for (const [name, value] of bad) {
      const settings = { ...defaultContextSettings, [name]: value };
      expect(() => validateContextSettings(settings)).toThrow(InvalidSetting);
      expect(() => validateContextSettings(settings)).toThrow(name);
    }
    for (const contextWindow of [0, -1, Number.POSITIVE_INFINITY, 3.5]) {
      expect(() => validateModelProfile({ ...model, contextWindow })).toThrow(InvalidSetting);
      expect(() => assembleContext(inputOf({ model: { ...model, contextWindow } }))).toThrow(InvalidSetting);
    }
  });

  test('a window smaller than the fixed parts lists each part', () => {
    expect(() => assembleContext(inputOf({ model: { ...model, contextWindow: 100 } }))).toThrow(
      ContextOverflow,
    );
  });

  test('an empty message, half a character and a message of 10 MB work', () => {
    expect(
      lettersOf(assembleContext(inputOf({ current: { user: userMessage(1, { text: '' }), steps: [] } }))),
    ).toBe('S U1');
    const half = assembleContext(
      inputOf({ current: { user: userMessage(1, { text: 'a\ud800b' }), steps: [] } }),
    );
    expect(half.report.parts.at(-1)?.text).toBe('a\ufffdb');
    const text = `${'lorem ipsum dolor '.repeat(600_000)}What is this?`;
    const long = assembleContext(
      inputOf({ current: { user: userMessage(1, { text, descriptor: 'fd:1' }), steps: [] } }),
    );
    expect(long.report.totalTokens).toBeLessThan(5000);
    expect(long.report.parts.at(-1)?.text).toContain('What is this?');
    expect(long.report.removals).toMatchObject([{ kind: 'user', action: 'paged-out', descriptor: 'fd:1' }]);
    const unkept = assembleContext(inputOf({ current: { user: userMessage(1, { text }), steps: [] } }));
    expect(unkept.report.parts.at(-1)?.text).toMatch(
      /\d+ characters of this message were left out[^]*What is this\?$/,
    );
    expect(unkept.report.removals).toMatchObject([{ kind: 'user', action: 'paged-out', descriptor: null }]);
  });

  test('a conversation of 100,000 messages works, and the list of what is gone stays short', () => {
    const pastTurns = Array.from({ length: 50_000 }, (_, index) =>
      pastTurn(index + 1, { assistant: { descriptor: `fd:${index * 2 + 1}` } }),
    );
    const context = assembleContext(
      inputOf({ pastTurns, model: modelWithRoom(8000), current: { user: userMessage(50_001), steps: [] } }),
    );
    expect(context.report.totalTokens).toBeLessThanOrEqual(8000);
    expect(context.report.parts.length).toBeGreaterThan(300);
    expect(context.report.removals.length).toBeGreaterThan(49_000);
    const list = context.report.parts.find((part) => part.kind === 'removed-list');
    expect(list?.tokens).toBeLessThan(250);
    expect(list?.text).toMatch(/among fd:1 to fd:\d{5}/);
  });
});
