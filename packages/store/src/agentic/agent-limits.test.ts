import { scriptedModel } from '@ibid/core/testing';
import { expect, it } from 'vitest';
import { itemOf } from '../knowledge/contract-kit.test-helper.js';
import { openTestKnowledge, retrieve } from './agentic-kit.test-helper.js';

it('KB-11 each tool of the agent that searches takes dates and metadata, and says when they leave nothing', async () => {
  const kit = await openTestKnowledge({ vectors: false });
  try {
    const knowledgeBaseId = await kit.makeBase('Ferries');
    for (const [title, value, team] of [
      ['Old', '2019-04-01', 'sales'],
      ['Middle', '2023-04-01', 'crew'],
      ['New', '2025-06-01', 'legal'],
    ] as const) {
      const paragraphs = [`The ${title} ferry leaves.`];
      const request = await itemOf({ knowledgeBaseId, title, paragraphs, embedder: null });
      const item = { ...request.item, date: { value, from: 'date' as const }, metadata: { team } };
      await kit.knowledge.writer.putItem({ ...request, item });
    }
    const content = (limits: object) => ({
      call: 'search_content',
      input: { knowledge_base: knowledgeBaseId, query: 'ferry', ...limits },
    });
    const saved = (limits: object) => ({
      call: 'save_search_results',
      input: { knowledge_base: knowledgeBaseId, query: 'ferry', file_name: 'ferries.txt', ...limits },
    });
    const counted = (limits: Record<string, string | string[]>) => ({
      call: 'count_items_or_chunks',
      input: limits,
    });
    const model = scriptedModel([
      [
        content({ after: '2019', before: '2025' }),
        content({ metadata: ['team=sales,legal'] }),
        content({ after: '2025' }),
        content({ after: '2024', before: '2023' }),
        content({ after: 'last year' }),
        content({ metadata: ['team'] }),
      ],
      [saved({ before: '2020' }), counted({ after: '2020', metadata: ['team=crew,legal'] })],
      [{ call: 'finish_retrieval', input: { reason: 'found' } }],
    ]);
    const run = await retrieve(kit.knowledge, {
      question: 'Explain the ferries',
      models: { search: model, classify: null },
    });
    const [searched, others] = run.trajectory.steps.map(({ calls }) => calls.map(({ result }) => result));
    expect(searched?.map((text) => ['Old', 'Middle', 'New'].filter((title) => text.includes(title)))).toEqual(
      [['Middle'], ['Old', 'New'], [], [], [], []],
    );
    expect(searched?.[2]).toContain('Only documents dated after 2025 were searched');
    expect(searched?.[3]).toContain('ends before it begins. (after 2024, before 2023)');
    expect(searched?.[4]).toContain('2024-05-31');
    expect(searched?.[5]).toContain('year>=2024');
    expect(others?.[0]).toContain('1 chunks');
    expect(others?.[1]).toContain('2 items dated after 2020 and with team=crew,legal');
  } finally {
    await kit.close();
  }
});
