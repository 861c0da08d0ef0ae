import { z } from 'zod';
import { describeLimits, FILTER_FIELDS, filterOf } from '../../knowledge/filter-fields.js';
import { correctionsOf, tellCorrections, type SearchHit } from '../../knowledge/index.js';
import { defineRetrievalTool, type RetrievalToolResult } from '../retrieval-tool.js';
import { addHits, searchBase } from './search-base.js';

const MOST_HITS = 50;
const SHOWN_CHARACTERS = 700;
const AS_TYPED = 'A word in quotation marks is searched as it is typed.';

export const searchContent = defineRetrievalTool({
  name: 'search_content',
  description:
    'Searches the text of one knowledge base and returns its best chunks. Search each base with a call of its own; calls of one step run side by side.',
  inputSchema: z.object({
    knowledge_base: z.string().describe('Id or name of the knowledge base.'),
    query: z.string().min(1).max(1_000).describe('What to look for, in the language of the documents.'),
    mode: z
      .enum(['hybrid', 'keyword', 'semantic'])
      .default('hybrid')
      .describe('keyword for exact names and codes, semantic for other wordings, hybrid otherwise.'),
    top_k: z.int().min(1).max(MOST_HITS).default(10).describe(`How many chunks, at most ${MOST_HITS}.`),
    with_text: z.boolean().default(true).describe('false: titles and places only, which costs little.'),
    item_ids: z.array(z.string()).max(50).optional().describe('Only these items, at most 50.'),
    item_name: z.string().max(200).optional().describe('Only items whose name or title contains this.'),
    ...FILTER_FIELDS,
  }),
  async execute(input, run): Promise<RetrievalToolResult> {
    const found = await searchBase(run, input, {
      ...(input.item_ids?.length ? { itemIds: input.item_ids } : {}),
      ...(input.item_name ? { itemName: input.item_name } : {}),
      ...filterOf(input),
    });
    if ('problem' in found) return { text: found.problem, added: 0 };
    const { hits } = found;
    const corrections = correctionsOf(hits);
    const { query, with_text: withText } = input;
    const added = addHits(run, hits, { tool: 'search_content', query, withText });
    const note = corrections.length > 0 ? [`${tellCorrections(corrections)} ${AS_TYPED}`] : [];
    const shown = hits.map((hit) => hitText(hit, input.with_text));
    return {
      text: hits.length > 0 ? [...note, ...shown].join('\n\n') : `Nothing found.${describeLimits(input)}`,
      added,
      data: { hits: hits.map((hit) => ({ chunkId: hit.id, title: hit.title, score: hit.score })) },
    };
  },
});

function hitText(hit: SearchHit, withText: boolean): string {
  const place = [
    `item ${hit.itemId}`,
    `chunk ${hit.ordinal}`,
    hit.page === null ? null : `page ${hit.page}`,
    hit.date ? `of ${hit.date.value}` : null,
    hit.headingPath.length > 0 ? hit.headingPath.join(' > ') : null,
  ].filter(Boolean);
  const head = `${hit.title} (${place.join(', ')})`;
  if (!withText) return head;
  const cut = hit.text.length > SHOWN_CHARACTERS ? `${hit.text.slice(0, SHOWN_CHARACTERS)} …` : hit.text;
  return `${head}\n${cut}`;
}
