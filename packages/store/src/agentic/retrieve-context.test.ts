import { retrieveContextTool, ScopedKnowledge } from '@ibid/retrieval/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ann, openTestKnowledge } from './agentic-kit.test-helper.js';

let kit: Awaited<ReturnType<typeof openTestKnowledge>>;

beforeAll(async () => {
  kit = await openTestKnowledge();
  const handbook = await kit.makeBase('Handbook');
  await kit.put(handbook, 'Ships', 'Ships need a keel.', 'Ships need a crew.', 'Ships need a harbour.');
  await kit.put(await kit.makeBase('Menus'), 'Soup', 'Ships carry soup for the crew.');
});
afterAll(() => kit.close());

const toolOver = (knowledge = kit.knowledge) =>
  retrieveContextTool({
    knowledge: new ScopedKnowledge({ store: knowledge.reader, viewer: ann, scope: null }),
  });

const context = (availableTokens: number) => ({
  callId: 'c',
  turnId: 't',
  conversationId: 'v',
  signal: new AbortController().signal,
  progress: () => undefined,
  conversationTokens: 120,
  availableTokens,
  history: [],
});

describe('KB-6 retrieve_context', () => {
  it('gives chunks for the model and articles with metadata for the page', async () => {
    const input = { query: 'ships', top_k: 2, knowledge_bases: ['handbook'] };
    const { chunks, data } = await toolOver().execute(input, context(1_000));
    expect(chunks).toHaveLength(2);
    expect(chunks?.every(({ text }) => text?.startsWith('Ships need a'))).toBe(true);
    expect(data).toMatchObject({
      articles: chunks?.map(({ chunkId }) => ({ chunkId })),
      metadata: { returned: 2, reserved_tokens: 120 },
    });
    expect(JSON.stringify(data)).not.toContain('Ships need a');
  });

  it('searches every base it may when none is named', async () => {
    const { chunks } = await toolOver().execute({ query: 'ships' }, context(1_000));
    expect(chunks?.map(({ text }) => text)).toContain('Ships carry soup for the crew.');
  });

  it('CTX-11 finds the same whatever the room: what does not fit is left out by rank where it is shown', async () => {
    const found = async (room: number) =>
      (await toolOver().execute({ query: 'ships' }, context(room))).chunks?.map(({ chunkId }) => chunkId);
    const all = await found(1_000);
    expect(all).toHaveLength(4);
    for (const room of [120, 10, 0]) expect(await found(room)).toEqual(all);
  });

  it('never throws', async () => {
    const gone = await openTestKnowledge();
    await gone.makeBase('Handbook');
    const tool = toolOver(gone.knowledge);
    await gone.close();
    const outcome = await tool.execute({ query: 'ships' }, context(100));
    expect(outcome).toMatchObject({ isError: true, text: expect.stringMatching(/\w/u) });
  });

  it('names the knowledge bases there are when one is asked for that is not', async () => {
    const outcome = await toolOver().execute({ query: 'q', knowledge_bases: ['Cookbook'] }, context(100));
    expect(outcome.isError).toBe(true);
    expect(outcome.text).toContain('Handbook');
  });
});
