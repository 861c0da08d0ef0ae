import * as ai7 from 'ai';
import * as ai6 from 'ai6';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ScriptedStep, scriptedModel } from '../testing/scripted-model.js';
import { createAiSdkConversation } from './conversation.js';

const papers = [
  { id: 'tower', name: 'Tower', body: 'The tower was built in 1889.', link: 'https://example.org/tower' },
  { id: 'bridge', name: 'Bridge', body: 'The bridge opened in 1932.' },
];
const search = {
  description: 'Finds papers.',
  inputSchema: z.object({ query: z.string() }),
  execute: async () => papers,
};
const chunksOf = (found: typeof papers) =>
  found.map(({ id, name, body, link }) => ({
    itemId: id,
    chunkId: '0',
    title: name,
    text: body,
    score: 1,
    ...(link === undefined ? {} : { url: link }),
  }));
const steps: ScriptedStep[] = [
  [{ call: 'search', input: { query: 'The' } }],
  [{ text: 'It was built in 1889 [1]. The bridge is older [2]. See [9].' }],
];

/** What a route of version 6 looks like, in its own types. Compiling this file is part of the test. */
function route6(conversation: ReturnType<typeof createAiSdkConversation>) {
  // Stands for any provider's model for version 6.
  const scripted = { ...scriptedModel(steps), specificationVersion: 'v3' } as never;
  return {
    model: ai6.wrapLanguageModel({ model: scripted, middleware: conversation.middleware6 }),
    tools: conversation.tools({ search: ai6.tool(search) }, { search: chunksOf }),
  };
}

function route7(conversation: ReturnType<typeof createAiSdkConversation>) {
  return {
    model: ai7.wrapLanguageModel({ model: scriptedModel(steps), middleware: conversation.middleware }),
    tools: conversation.tools({ search: ai7.tool(search) }, { search: chunksOf }),
  };
}

describe('API-1 the adapter with both versions of the AI SDK', () => {
  it('6 streams an answer with sources, passages and verdicts', async () => {
    const conversation = createAiSdkConversation({ profile: { contextWindow: 32_000 } });
    const result = ai6.streamText({
      ...route6(conversation),
      prompt: 'When?',
      stopWhen: ai6.stepCountIs(3),
    });
    let last: ai6.UIMessage | undefined;
    for await (const message of ai6.readUIMessageStream({
      stream: result.toUIMessageStream({ sendSources: true }),
    }))
      last = message;
    expect(await result.text).toContain('built in 1889 [1]');
    expectAnswer(conversation, last?.parts ?? []);
  });

  it('6 generates the same without a stream', async () => {
    const conversation = createAiSdkConversation({ profile: { contextWindow: 32_000 } });
    const { text, sources } = await ai6.generateText({
      ...route6(conversation),
      prompt: 'When?',
      stopWhen: ai6.stepCountIs(3),
    });
    expect(text).toContain('built in 1889 [1]');
    expect(sources).toHaveLength(2);
    expect(conversation.citations).toHaveLength(3);
  });

  it('7 streams the same', async () => {
    const conversation = createAiSdkConversation({ profile: { contextWindow: 32_000 } });
    const result = ai7.streamText({ ...route7(conversation), prompt: 'When?', stopWhen: ai7.isStepCount(3) });
    let last: ai7.UIMessage | undefined;
    for await (const message of ai7.readUIMessageStream({
      stream: result.toUIMessageStream({ sendSources: true }),
    }))
      last = message;
    expect(await result.text).toContain('built in 1889 [1]');
    expectAnswer(conversation, last?.parts ?? []);
  });
});

function expectAnswer(
  conversation: ReturnType<typeof createAiSdkConversation>,
  parts: readonly { type: string; providerMetadata?: Record<string, Record<string, unknown>> }[],
): void {
  expect(conversation.citations.map(({ number, verdict }) => [number, verdict])).toEqual([
    [1, 'supported'],
    [2, expect.stringMatching(/weak|unsupported/u)],
    [9, 'unknown'],
  ]);
  expect(conversation.citations[0]?.passage?.text).toContain('1889');
  expect(parts.filter(({ type }) => type.startsWith('source-'))).toHaveLength(2);
  const text = parts.find(({ type }) => type === 'text');
  expect(text?.providerMetadata?.['ibid']?.['citations']).toHaveLength(3);
}
