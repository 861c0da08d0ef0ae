import { z } from 'zod';
import { chunkOf } from '../evidence.js';
import { defineRetrievalTool } from '../retrieval-tool.js';
import { resolveKnowledgeBase } from './resolve-knowledge-base.js';

const MOST_ITEMS = 50;

export const searchItemsByName = defineRetrievalTool({
  name: 'search_items_by_name',
  description: 'Finds items by title or file name, best match first, and gives the opening of each.',
  inputSchema: z.object({
    name: z.string().min(1).max(300).describe('Title, file name or a part of it.'),
    knowledge_bases: z
      .array(z.string())
      .max(20)
      .optional()
      .describe('Only these, by id or name; at most 20.'),
    limit: z.int().min(1).max(MOST_ITEMS).default(10).describe(`How many items, at most ${MOST_ITEMS}.`),
  }),
  async execute(input, run) {
    const bases: string[] = [];
    for (const named of input.knowledge_bases ?? []) {
      const found = await resolveKnowledgeBase(run.knowledge, named);
      if ('problem' in found) return { text: found.problem, added: 0 };
      bases.push(found.base.id);
    }
    const items = await run.knowledge.searchItemsByName({
      name: input.name,
      limit: input.limit,
      ...(bases.length > 0 ? { knowledgeBaseIds: bases } : {}),
    });
    let added = 0;
    for (const [rank, item] of items.entries()) {
      run.evidence.itemSizes.set(item.id, item.chunks);
      // The opening says what the item is. Deeper chunks come from a search or from reading on.
      const chunks = rank < 5 ? await run.knowledge.readChunks(item.id, { from: 0, to: 0 }) : [];
      added += run.evidence.add(
        chunks.map((chunk) => ({
          chunk: chunkOf(chunk, item),
          score: 0.5 / (rank + 1),
          hop: 0,
          via: `search_items_by_name: ${input.name}`,
        })),
      );
    }
    const lines = items.map(
      (item) =>
        `${item.title} (item ${item.id}, ${item.name}, ${item.chunks} chunks${item.pages ? `, ${item.pages} pages` : ''})`,
    );
    return {
      text: lines.length > 0 ? lines.join('\n') : 'No item has such a name.',
      added,
      data: { items: items.map((item) => item.id) },
    };
  },
});
