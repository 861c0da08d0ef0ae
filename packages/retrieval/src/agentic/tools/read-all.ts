import { z } from 'zod';
import { gatherWhole } from '../../whole/gather-whole.js';
import { chunkOf } from '../evidence.js';
import { defineRetrievalTool } from '../retrieval-tool.js';

const MOST_ITEMS = 20;

/** KB-13 for the searching agent. It reads without another model. */
export const readAll = defineRetrievalTool({
  name: 'read_all',
  description:
    'Reads every chunk of items, in order, and returns what matters most in each section, or every sentence with some words. Says how many of how many chunks were read. For questions about all of a document.',
  inputSchema: z.object({
    items: z
      .array(z.string().max(500))
      .min(1)
      .max(MOST_ITEMS)
      .describe(`Ids or titles of the items, at most ${MOST_ITEMS}.`),
    mentions_of: z.string().max(200).optional().describe('Every sentence with these words instead.'),
  }),
  async execute(input, run) {
    const whole = await gatherWhole({
      knowledge: run.knowledge,
      question: run.question,
      documents: input.items,
      mentionsOf: input.mentions_of,
      reader: null,
      signal: run.signal,
    });
    if (!whole) return { text: 'There are no such items.', added: 0 };
    for (const { part } of whole.points) {
      run.evidence.itemSizes.set(part.item.id, part.item.chunks);
      run.evidence.searchedKnowledgeBaseIds.add(part.item.knowledgeBaseId);
    }
    const added = run.evidence.add(
      whole.points.map(({ part }) => ({
        chunk: chunkOf(part.chunk, part.item),
        score: 1,
        hop: 0,
        via: 'read_all',
      })),
    );
    const lines = whole.points.map(
      ({ part, section, sentence }) =>
        `- ${section || part.item.title} (chunk ${part.chunk.ordinal}): ${sentence}`,
    );
    const more = whole.morePoints > 0 ? [`… and ${whole.morePoints} more`] : [];
    return {
      text: [`Read ${whole.read} of ${whole.total} chunks of ${whole.documents}.`, ...lines, ...more].join(
        '\n',
      ),
      added,
      data: { read: whole.read, total: whole.total },
    };
  },
});
