import { describe, expect, it } from 'vitest';
import { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import type { KnowledgeBase, KnowledgeStore, SearchHit, SearchRequest } from '../knowledge/index.js';
import { retrieveContextTool } from './retrieve-context.js';

const base = { id: 'kb1', name: 'Handbook' } as KnowledgeBase;

function hit(id: string, tokens: number, score: number): SearchHit {
  return {
    id,
    itemId: `item-${id}`,
    knowledgeBaseId: 'kb1',
    ordinal: 0,
    text: `text of ${id}`,
    headingPath: [],
    page: null,
    span: { start: 0, end: 9 },
    tokens,
    title: 'Title',
    itemName: 'name.md',
    url: null,
    metadata: {},
    date: null,
    score,
    ranks: {},
  };
}

function toolOver(search: (request: SearchRequest) => Promise<SearchHit[]>) {
  const store = {
    search,
    listKnowledgeBases: async () => [base],
  } as unknown as KnowledgeStore;
  const viewer = { userId: 'ann', roles: [], isAdministrator: false };
  return retrieveContextTool({ knowledge: new ScopedKnowledge({ store, viewer, scope: null }) });
}

function context(availableTokens: number) {
  return {
    callId: 'c',
    turnId: 't',
    conversationId: 'v',
    signal: new AbortController().signal,
    progress: () => {},
    conversationTokens: 120,
    availableTokens,
    history: [],
  };
}

describe('KB-6 retrieve_context', () => {
  it('gives chunks for the model and articles with metadata for the page', async () => {
    const seen: SearchRequest[] = [];
    const tool = toolOver(async (request) => {
      seen.push(request);
      return [hit('a', 10, 0.9), hit('b', 10, 0.8)];
    });
    const outcome = await tool.execute(
      { query: 'ships', top_k: 2, knowledge_bases: ['handbook'] },
      context(1000),
    );
    expect(seen[0]).toMatchObject({ query: 'ships', topK: 2, knowledgeBaseIds: ['kb1'] });
    expect(outcome.chunks?.map((chunk) => chunk.chunkId)).toEqual(['a', 'b']);
    expect(outcome.data).toMatchObject({
      articles: [{ chunkId: 'a' }, { chunkId: 'b' }],
      metadata: { returned: 2, reserved_tokens: 120 },
    });
    expect(JSON.stringify(outcome.data)).not.toContain('text of a');
  });

  it('CTX-11 finds the same whatever the room: what does not fit is left out by rank where it is shown', async () => {
    const tool = toolOver(async () => [hit('a', 50, 3), hit('b', 50, 2), hit('c', 50, 1)]);
    const counts = await Promise.all(
      [1000, 120, 60, 0].map(
        async (room) => (await tool.execute({ query: 'q' }, context(room))).chunks?.length,
      ),
    );
    expect(counts).toEqual([3, 3, 3, 3]);
  });

  it('removes no duplicates: that is the work of the turn', async () => {
    const tool = toolOver(async () => [hit('a', 1, 3), hit('a', 1, 2)]);
    expect((await tool.execute({ query: 'q' }, context(100))).chunks).toHaveLength(2);
  });

  it('never throws', async () => {
    const tool = toolOver(() => Promise.reject(new Error('index is broken')));
    const outcome = await tool.execute({ query: 'q' }, context(100));
    expect(outcome.isError).toBe(true);
    expect(outcome.text).toContain('index is broken');
  });

  it('names the knowledge bases there are when one is asked for that is not', async () => {
    const tool = toolOver(async () => []);
    const outcome = await tool.execute({ query: 'q', knowledge_bases: ['Cookbook'] }, context(100));
    expect(outcome.isError).toBe(true);
    expect(outcome.text).toContain('Handbook');
  });
});
