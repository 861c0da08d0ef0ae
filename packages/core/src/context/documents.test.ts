import { describe, expect, test } from 'vitest';
import { countTokens } from '../tokens/count-tokens.js';
import { assembleContext } from './assemble-context.js';
import type { StepContext } from './context-input.js';
import {
  chunkOf,
  fileOf,
  inputOf,
  model,
  pastTurn,
  searchCall,
  searchTool,
  stepOf,
  userMessage,
} from './context.test-helper.js';
import { defaultContextSettings } from './context-settings.js';
import { decideFileState } from './decide-file-state.js';

const partsOf = (input: StepContext, kind: string) =>
  assembleContext(input)
    .report.parts.filter((part) => part.kind === kind)
    .map((part) => part.text);
const withSteps = (...steps: ReturnType<typeof stepOf>[]) =>
  inputOf({ tools: [searchTool], current: { user: userMessage(1), steps } });

describe('CTX-7 the form of documents', () => {
  test('in a user message: one line, then JSON with the number first and the contents last', () => {
    const [text = ''] = partsOf(
      inputOf({ current: { user: userMessage(1, { files: [fileOf('a'), fileOf('b')] }), steps: [] } }),
      'files',
    );
    expect(text).toBe(
      'These documents are context for the conversation; not all of them may be relevant.\n' +
        '{"documents":[{"document":1,"title":"a.txt","metadata":"text/plain","contents":"Contents of a."},' +
        '{"document":2,"title":"b.txt","metadata":"text/plain","contents":"Contents of b."}]}',
    );
  });

  test('as a result: the JSON alone, figures before, url where there is one, nothing a page needs', () => {
    const chunk = chunkOf('a', '7', {
      url: 'https://example.org/a',
      metadata: { author: 'Li', year: 2024 },
      headingPath: ['Terms', 'Notice'],
      page: 3,
      span: { start: 5, end: 9 },
      score: 0.75,
      knowledgeBaseId: 'kb-1',
    });
    const call = searchCall('1', [chunk]);
    call.outcome = { text: '', chunks: [chunk], figures: { count: 12 }, data: { secret: true } };
    const [text] = partsOf(withSteps(stepOf(call)), 'tool-result');
    expect(text).toBe(
      '{"count":12,"documents":[{"document":1,"title":"Title of a","metadata":"Terms > Notice; page 3; author: Li; year: 2024",' +
        '"url":"https://example.org/a","contents":"Text of a 7."}]}',
    );
  });

  test('passages of one item are one document, in reading order, with a mark where text is missing', () => {
    const chunks = [
      chunkOf('a', '5', { ordinal: 5, score: 0.9 }),
      chunkOf('b', '1', { ordinal: 1, score: 0.8 }),
      chunkOf('a', '2', { ordinal: 2, score: 0.7 }),
      chunkOf('a', '6', { ordinal: 6, score: 0.1 }),
    ];
    const context = assembleContext(withSteps(stepOf(searchCall('1', chunks))));
    const text = context.report.parts.find((part) => part.kind === 'tool-result')?.text ?? '';
    const { documents } = JSON.parse(text) as { documents: { document: number; contents: string }[] };
    expect(documents.map((one) => one.document)).toEqual([1, 2]);
    expect(documents[0]?.contents).toBe('Text of a 2.\n[…]\nText of a 5.\nText of a 6.');
    expect(context.shownChunks.get(1)?.map((chunk) => chunk.chunkId)).toEqual(['5', '2', '6']);
  });
});

describe('REF-4 over all calls of the turn', () => {
  test('a passage is shown once, where it first had text, and named when it is found again', () => {
    const first = searchCall('1', [chunkOf('a', '1', { text: null }), chunkOf('b', '1', { score: 0.2 })]);
    const second = searchCall('2', [chunkOf('a', '1', { score: 0.9 }), chunkOf('b', '1', { score: 0.95 })]);
    const [one = '', two = ''] = partsOf(withSteps(stepOf(first), stepOf(second)), 'tool-result');
    expect(one).toBe(partsOf(withSteps(stepOf(first)), 'tool-result')[0]);
    expect(JSON.parse(one)).toMatchObject({
      documents: [{ document: 2, contents: 'Text of b 1.' }, { document: 1 }],
    });
    expect(JSON.parse(two)).toEqual({
      found_again: [2],
      documents: [{ document: 1, title: 'Title of a', metadata: '', contents: 'Text of a 1.' }],
    });
  });

  test('what a tool got wrong is skipped with a warning and breaks nothing', () => {
    const call = searchCall('1', [chunkOf('a', '1')]);
    const broken = [null, 5, {}, { itemId: 'x' }, ...(call.outcome?.chunks ?? [])];
    call.outcome = { text: '', chunks: broken as never };
    const context = assembleContext(withSteps(stepOf(call)));
    expect(context.shownChunks.size).toBe(1);
    expect(context.report.warnings).toEqual(['4 malformed passages of tool results were skipped']);
    const odd = assembleContext(
      withSteps(stepOf({ ...call, outcome: { text: 'x', chunks: 'no list' as never } })),
    );
    expect(odd.shownChunks.size).toBe(0);
  });
});

describe('FD-1 long results', () => {
  const long = Array.from({ length: 900 }, (_, index) => `line ${index} of the log`).join('\n');
  const result = (outcome: object, descriptor = 'fd:7') =>
    partsOf(
      withSteps(stepOf({ callId: '1', toolName: 'run', input: {}, outcome: outcome as never, descriptor })),
      'tool-result',
    )[0] ?? '';

  test('over the threshold: a preview and the handle', () => {
    const text = result({ text: long });
    expect(text).toMatch(/^<fd_result fd="fd:7"/);
    expect(text.length).toBeLessThan(3000);
    expect(result({ text: 'short' })).toBe('short');
  });

  test('the report says so, and the model is not told twice', () => {
    const step = stepOf({
      callId: '1',
      toolName: 'run',
      input: {},
      outcome: { text: long },
      descriptor: 'fd:7',
    });
    const { removals, parts } = assembleContext(withSteps(step)).report;
    expect(removals).toMatchObject([
      { kind: 'tool-result', action: 'paged-out', origin: '1', descriptor: 'fd:7' },
    ]);
    expect(parts.some((part) => part.kind === 'removed-list')).toBe(false);
  });

  test('a page of a descriptor is never wrapped again', () => {
    expect(result({ text: long, isDescriptorPage: true })).toBe(long);
  });

  test('one endless passage is cut with a note, and citations are checked against what was shown', () => {
    const context = assembleContext(
      withSteps(stepOf(searchCall('9', [chunkOf('a', '1', { text: 'x '.repeat(9000) })]))),
    );
    const text = context.report.parts.find((part) => part.kind === 'tool-result')?.text ?? '';
    const shown = context.shownChunks.get(1)?.[0]?.text ?? '';
    expect(text).toContain(`${18_000 - shown.length} more characters; read them with read_fd(\\"fd:9\\")`);
    expect(countTokens(shown)).toBe(2_000);
  });

  test('an error and a call that did not finish are told as their results', () => {
    const steps = [
      stepOf(
        { callId: '1', toolName: 'run', input: '{bad', outcome: { text: 'It failed.', isError: true } },
        { callId: '2', toolName: 'run', input: {} },
      ),
    ];
    const context = assembleContext(inputOf({ current: { user: userMessage(1), steps } }));
    expect(context.prompt.at(-1)?.content).toMatchObject([
      { toolCallId: '1', output: { type: 'error-text', value: 'It failed.' } },
      { toolCallId: '2', output: { type: 'text', value: 'This call did not finish.' } },
    ]);
    expect(context.prompt.at(-2)?.content).toMatchObject([
      { input: { invalid_arguments: '{bad' } },
      { input: {} },
    ]);
  });
});

test('CTX-9 past results are one sentence with their handle, and a summary where it is wanted', () => {
  const call = { ...searchCall('1', [chunkOf('a', '1')], 'fd:3'), summary: 'Three contracts were found.' };
  const pastTurns = [pastTurn(1, { assistant: { steps: [stepOf(call)] } })];
  const input = inputOf({ pastTurns, current: { user: userMessage(2), steps: [] } });
  expect(partsOf(input, 'tool-call')).toEqual(['search_content({"query":"1"})']);
  expect(partsOf(input, 'tool-result')).toEqual([
    'This result is no longer in the context; read it again as fd:3.',
  ]);
  const settings = { ...defaultContextSettings, pastResultSummaries: true };
  expect(partsOf({ ...input, settings }, 'tool-result')[0]).toMatch(/fd:3\. Three contracts were found\.$/);
  expect(partsOf({ ...input, descriptorsEnabled: false }, 'tool-result')[0]).not.toContain('fd:');
});

describe('CTX-4 attached files', () => {
  test('what cannot be included is said plainly, with the way to it', () => {
    const files = [
      fileOf('big', { state: 'too_large', text: null, descriptor: 'fd:5' }),
      fileOf('locked', { state: 'unreadable', text: null, reason: 'It is encrypted.' }),
      fileOf('empty', { text: ' \n' }),
      fileOf('new', { state: 'uploaded', text: null, tokens: null }),
    ];
    const context = assembleContext(inputOf({ current: { user: userMessage(1, { files }), steps: [] } }));
    const text = context.report.parts.find((part) => part.kind === 'files')?.text ?? '';
    expect(text).toContain('too large to be shown here. Read it page by page with read_fd(\\"fd:5\\")');
    expect(text).toContain('could not be read. It is encrypted.');
    expect(text).toContain('is empty');
    expect(text).toContain('still being read');
    expect(context.shownChunks.size).toBe(0);
    expect(context.report.removals).toMatchObject([
      { action: 'too-large', origin: 'big.txt', descriptor: 'fd:5' },
    ]);
  });

  test('the second phase of an upload decides the state', () => {
    expect(decideFileState({ text: 'Some text.', model })).toEqual({ state: 'counted', tokens: 3 });
    expect(decideFileState({ text: null, model, reason: 'It is encrypted.' })).toMatchObject({
      state: 'unreadable',
      reason: 'It is encrypted.',
    });
    expect(decideFileState({ text: ' ', model })).toMatchObject({ state: 'counted', tokens: 0 });
    const small = { ...model, contextWindow: 5000, maxOutputTokens: 1000 };
    expect(decideFileState({ text: 'word '.repeat(4000), model: small })).toMatchObject({
      state: 'too_large',
      tokens: 4001,
    });
    expect(decideFileState({ text: 'word '.repeat(4000), model })).toMatchObject({ state: 'counted' });
  });
});

describe('CTX-6 project files', () => {
  const project = (words: number) => ({
    id: 'p',
    name: 'Building',
    instructions: 'Use metric units.',
    files: [fileOf('plan', { text: 'word '.repeat(words), tokens: words })],
  });
  const small = { ...model, contextWindow: 14_096 };

  test('whole when they fit, otherwise searched, and the report says which and why', () => {
    const fits = assembleContext(inputOf({ project: project(3000), model: small }));
    expect(fits.report.project).toMatchObject({ mode: 'included' });
    expect(fits.shownChunks.size).toBe(1);
    const over = assembleContext(inputOf({ project: project(8000), model: small }));
    expect(over.report.project.mode).toBe('searched');
    expect(over.report.project.reason).toMatch(/about 8024 tokens are over the \d+/);
    const text = over.report.parts.find((part) => part.kind === 'project')?.text ?? '';
    expect(text).toContain('Use metric units.');
    expect(text).toContain('search tools');
    expect(text).toContain('plan.txt');
    expect(over.shownChunks.size).toBe(0);
  });

  test('the choice does not change within a turn, and history makes room for the files', () => {
    const pastTurns = Array.from({ length: 30 }, (_, index) =>
      pastTurn(index + 1, { user: { text: 'word '.repeat(300) }, assistant: { descriptor: `fd:${index}` } }),
    );
    const input = inputOf({
      project: project(4500),
      model: small,
      pastTurns,
      tools: [searchTool],
      current: { user: userMessage(31), steps: [] },
    });
    const before = assembleContext(input);
    const found = Array.from({ length: 9 }, (_, index) =>
      chunkOf(`i${index}`, '1', { text: 'found '.repeat(900) }),
    );
    const after = assembleContext({
      ...input,
      current: { user: userMessage(31), steps: [stepOf(searchCall('1', found, 'fd:99'))] },
    });
    expect(before.report.project.mode).toBe('included');
    expect(after.report.project).toEqual(before.report.project);
    expect(before.report.removals.length).toBeGreaterThan(10);
  });

  test('files that would leave no room for the rest are searched instead of failing the turn', () => {
    const tools = [{ ...searchTool, description: 'word '.repeat(5000) }];
    const context = assembleContext(inputOf({ project: project(5000), model: small, tools }));
    expect(context.report.project).toEqual({
      mode: 'searched',
      reason: 'with the files the rest would not have fitted',
    });
  });
});
