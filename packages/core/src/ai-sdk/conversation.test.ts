import {
  convertToModelMessages,
  generateText,
  isStepCount,
  readUIMessageStream,
  streamText,
  tool,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Citation } from '../citations/citation.js';
import { scriptedModel, type ScriptedStep } from '../testing/scripted-model.js';
import type { AiSdkConversationOptions } from './ai-sdk-conversation.js';
import { createAiSdkConversation } from './conversation.js';

const papers = [
  {
    id: 'tower',
    name: 'Tower',
    body: 'The tower was built in 1889. It is 330 metres tall.',
    link: 'https://example.org/tower',
  },
  { id: 'bridge', name: 'Bridge', body: 'The bridge opened in 1932.' },
];

/** An application's tool, unchanged for Ibid. */
const search = tool({
  description: 'Finds papers.',
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }) => papers.filter(({ body }) => body.includes(query)),
});

const chunksOf = (found: typeof papers) =>
  found.map(({ id, name, body, link }) => ({
    itemId: id,
    chunkId: '0',
    title: name,
    text: body,
    score: 1,
    ...(link === undefined ? {} : { url: link }),
  }));

function setUp(steps: readonly ScriptedStep[], options: AiSdkConversationOptions = {}) {
  const scripted = scriptedModel(steps);
  const conversation = createAiSdkConversation({ profile: { contextWindow: 32_000 }, ...options });
  const model = wrapLanguageModel({ model: scripted, middleware: conversation.middleware });
  const tools = conversation.tools({ search }, { search: chunksOf });
  return { scripted, conversation, model, tools };
}

const promptOf = (request: unknown) => JSON.stringify((request as { prompt: unknown }).prompt);
const answer = ['It was built in 18', '89 [', '1]. The bridge is older [2]', '. See [9].'];

describe('an AI SDK route with the middleware', () => {
  it('REF-2, CIT-5: numbers the sources and checks the citations of streamText', async () => {
    const seen: Citation[] = [];
    const { scripted, conversation, model, tools } = setUp(
      [[{ call: 'search', input: { query: 'The' } }], [{ text: answer }]],
      { onCitation: (citation) => seen.push(citation) },
    );
    const result = streamText({ model, tools, prompt: 'When?', stopWhen: isStepCount(3) });
    let last: UIMessage | undefined;
    const order: string[] = [];
    for await (const part of result.fullStream)
      if (['source', 'text-delta'].includes(part.type)) order.push(part.type);
    for await (const message of readUIMessageStream({
      stream: result.toUIMessageStream({ sendSources: true }),
    }))
      last = message;

    expect(await result.text).toBe(answer.join(''));
    expect(promptOf(scripted.requests[0])).toContain('Cite it in square brackets');
    const second = promptOf(scripted.requests[1]);
    expect(second).toContain('\\"document\\":1,\\"title\\":\\"Tower\\"');
    expect(scripted.requests[1]?.prompt.at(-1)?.role).toBe('user');
    expect(order.indexOf('source')).toBeLessThan(order.length - 2);

    const verdicts = conversation.citations.map(({ number, verdict }) => [number, verdict]);
    expect(verdicts).toEqual([
      [1, 'supported'],
      [2, expect.stringMatching(/weak|unsupported/)],
      [9, 'unknown'],
    ]);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    const text = last?.parts.find((part) => part.type === 'text');
    expect(text?.citations).toMatchObject([
      {
        source: { sourceType: 'url', url: 'https://example.org/tower' },
        citedText: expect.stringContaining('1889'),
      },
      { source: { sourceType: 'document', title: 'Bridge' } },
    ]);
    expect(text?.providerMetadata?.['ibid']?.['citations']).toHaveLength(3);
    expect(last?.parts.filter(({ type }) => type.startsWith('source-'))).toHaveLength(2);
    // The application's own output is unchanged.
    expect(last?.parts.find(({ type }) => type === 'tool-search')).toMatchObject({ output: papers });
  });

  it('REF-2: keeps the numbers in the next request, from the stored ledger and from the history', async () => {
    const first = setUp([[{ call: 'search', input: { query: 'bridge' } }], [{ text: 'In 1932 [1].' }]]);
    const result = streamText({
      model: first.model,
      tools: first.tools,
      prompt: 'Bridge?',
      stopWhen: isStepCount(3),
    });
    let answered: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: result.toUIMessageStream() }))
      answered = message;
    const ledger = JSON.parse(JSON.stringify(first.conversation.ledger));
    expect(ledger.sources).toMatchObject([{ number: 1, itemId: 'bridge' }]);

    const next = setUp(
      [
        [{ call: 'search', input: { query: 'tower' } }],
        [{ text: 'The tower was built in 1889 [2]. The bridge opened in 1932 [1].' }],
      ],
      { ledger },
    );
    const question: UIMessage = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Tower?' }] };
    const messages = await convertToModelMessages([answered!, question], { tools: next.tools });
    const { text } = await generateText({
      model: next.model,
      tools: next.tools,
      messages,
      stopWhen: isStepCount(3),
    });
    expect(text).toContain('[2]');
    expect(next.conversation.citations).toMatchObject([
      { number: 2, itemId: 'tower', verdict: 'supported' },
      { number: 1, itemId: 'bridge', verdict: 'supported' },
    ]);
  });

  it('warns of past results that were not read as sources, and only of those', async () => {
    const raw = [
      { role: 'user' as const, content: 'When?' },
      {
        role: 'assistant' as const,
        content: [{ type: 'tool-call' as const, toolCallId: 'old', toolName: 'search', input: {} }],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: 'old',
            toolName: 'search',
            output: { type: 'json' as const, value: [{ body: 'The tower was built in 1889.' }] },
          },
        ],
      },
      { role: 'user' as const, content: 'And now?' },
    ];
    const steps = [[{ call: 'search', input: { query: 'The' } }], [{ text: 'Fine.' }]];
    const { conversation, model, tools } = setUp(steps);
    await generateText({ model, tools, messages: raw, stopWhen: isStepCount(3) });
    expect(conversation.warnings).toEqual([expect.stringContaining('Past results of search')]);
    const fresh = setUp(steps);
    await generateText({ model: fresh.model, tools: fresh.tools, prompt: 'When?', stopWhen: isStepCount(3) });
    expect(fresh.conversation.warnings).toEqual([]);
  });

  it('REF-4: takes passages with nothing but a text, and results that are none as they are', async () => {
    const scripted = scriptedModel([
      [
        { call: 'find', input: { word: 'Lyon' } },
        { call: 'find', input: { word: '' }, callId: 'empty' },
        { call: 'find', input: { word: '?' }, callId: 'broken' },
      ],
      [{ text: 'The office in Lyon opened in 2019 [1].' }],
    ]);
    const conversation = createAiSdkConversation();
    const found: Record<string, unknown> = {
      Lyon: ['The office in Lyon opened in 2019.'],
      '': 'Say a word.',
    };
    const tools = conversation.tools(
      {
        find: tool({
          description: 'Finds.',
          inputSchema: z.object({ word: z.string() }),
          execute: async ({ word }) => found[word] ?? { failed: true },
        }),
      },
      {
        find: (output) =>
          typeof output === 'string' ? null : (output as string[]).map((text) => ({ text })),
      },
    );
    const model = wrapLanguageModel({ model: scripted, middleware: conversation.middleware });
    await generateText({ model, tools, prompt: 'When?', stopWhen: isStepCount(3) });
    const prompt = promptOf(scripted.requests[1]);
    expect(prompt).toContain('\\"document\\":1,\\"title\\":\\"The office in Lyon opened in 2019.\\"');
    expect(prompt).toContain('Say a word.');
    expect(prompt).toContain('"failed":true');
    expect(conversation.warnings).toEqual([expect.stringContaining('find: the result could not be read')]);
    expect(conversation.citations).toMatchObject([{ number: 1, verdict: 'supported' }]);
  });

  it('FD-1: a long result is a preview and a handle, and can be read on', async () => {
    const long = Array.from({ length: 4_000 }, (_, line) => `line ${line + 1}`).join('\n');
    const { scripted, conversation, model } = setUp([
      [{ call: 'log', input: {} }],
      [{ call: 'search_fd', input: { fd: 'fd:1', pattern: 'line 3777' } }],
      [{ text: 'Found.' }],
    ]);
    const tools = conversation.tools({
      log: tool({ description: 'The log.', inputSchema: z.object({}), execute: async () => long }),
    });
    await generateText({ model, tools, prompt: 'Find it.', stopWhen: isStepCount(5) });
    expect(promptOf(scripted.requests[1]).length).toBeLessThan(5_000);
    expect(promptOf(scripted.requests[1])).toContain('fd:1');
    expect(promptOf(scripted.requests[2])).toContain('3777: line 3777');
  });

  it('CTX-11, CTX-12: drops old turns when they do not fit, and names them', async () => {
    const { scripted, conversation, model } = setUp([[{ text: 'Yes.' }]], {
      profile: { contextWindow: 3_000, maxOutputTokens: 500, tokenizer: 'o200k_base' },
      settings: { reservedOutputTokens: 500 },
    });
    const turn = (at: number) => [
      { role: 'user' as const, content: `Question ${at}: ${'word '.repeat(300)}` },
      { role: 'assistant' as const, content: `Answer ${at}` },
    ];
    const messages = [
      ...Array.from({ length: 20 }, (_, at) => turn(at)).flat(),
      { role: 'user' as const, content: 'Now?' },
    ];
    await generateText({ model, messages, tools: conversation.tools({}) });
    const prompt = promptOf(scripted.requests[0]);
    expect(prompt).not.toContain('Question 0:');
    expect(prompt).toContain('Question 19:');
    expect(prompt).toMatch(/\d+ earlier turns: (…, )?fd:/);
    expect(conversation.removals.every(({ descriptor }) => descriptor !== null)).toBe(true);
  });

  it('FLOW-6: forbids tools in the last step and says so', async () => {
    const { scripted, conversation, model, tools } = setUp([
      [{ call: 'search', input: { query: 'tower' } }],
      [{ text: 'Enough [1].' }],
    ]);
    const prepareStep = conversation.prepareStep({ maxSteps: 2 });
    await generateText({ model, tools, prepareStep, prompt: 'When?', stopWhen: isStepCount(2) });
    expect(scripted.requests[1]?.toolChoice).toEqual({ type: 'none' });
    expect(JSON.stringify(scripted.requests[1]?.prompt.at(-1))).toContain('last step');
  });
});

describe('an AI SDK route with the stream transform alone', () => {
  it('CIT-5: checks the citations without a wrapped model', async () => {
    const scripted = scriptedModel([
      [{ call: 'search', input: { query: 'tower' } }],
      [{ text: ['In 1889 [', '1].'] }],
    ]);
    const conversation = createAiSdkConversation();
    const result = streamText({
      model: scripted,
      tools: conversation.tools({ search }, { search: chunksOf }),
      prompt: 'When?',
      stopWhen: isStepCount(3),
      experimental_transform: conversation.transform,
    });
    expect(await result.text).toBe('In 1889 [1].');
    expect(conversation.citations).toMatchObject([{ number: 1, itemId: 'tower', verdict: 'supported' }]);
    expect(await result.sources).toMatchObject([{ id: 'ibid-1', sourceType: 'url' }]);
  });
});
