import { z } from 'zod';
import {
  describeFilterInput,
  FILTER_FIELDS,
  filterOf,
  type FilterInput,
} from '../../knowledge/filter-fields.js';
import type { ItemFilter } from '../../knowledge/index.js';
import { defineRetrievalTool } from '../retrieval-tool.js';
import { resolveKnowledgeBase } from './resolve-knowledge-base.js';

const MOST_BASES = 20;
/** How many titles are kept with a count for checking. */
const MOST_LISTED = 10_000;
/** Each page queries the index again, so pages are few and large. */
const PAGE = 5_000;
const SHOWN = 30;

export const countItemsOrChunks = defineRetrievalTool({
  name: 'count_items_or_chunks',
  description:
    'Counts exactly, and lists what it counted. With no filter it counts everything. The count is part of the outcome: never estimate one.',
  inputSchema: z.object({
    knowledge_bases: z
      .array(z.string())
      .max(MOST_BASES)
      .optional()
      .describe(`Only these, by id or name; at most ${MOST_BASES}. All when absent.`),
    unit: z.enum(['items', 'chunks']).default('items'),
    name_contains: z.string().max(300).optional().describe('Only items whose name or title contains this.'),
    content_contains: z
      .string()
      .max(300)
      .optional()
      .describe('Only where all of these words occur in the content.'),
    ...FILTER_FIELDS,
  }),
  async execute(input, run) {
    const bases: string[] = [];
    const names: string[] = [];
    for (const named of input.knowledge_bases ?? []) {
      const found = await resolveKnowledgeBase(run.knowledge, named);
      if ('problem' in found) return { text: found.problem, added: 0 };
      bases.push(found.base.id);
      names.push(found.base.name);
    }
    const filter: ItemFilter = {
      ...(input.name_contains ? { itemName: input.name_contains } : {}),
      ...filterOf(input),
    };
    const request = {
      ...(bases.length > 0 ? { knowledgeBaseIds: bases } : {}),
      filter,
      ...(input.content_contains ? { contentQuery: input.content_contains } : {}),
    };
    const count = await run.knowledge.count({ ...request, unit: input.unit });
    const listed: { itemId: string; title: string }[] = [];
    let cursor: string | null = null;
    do {
      const page = await run.knowledge.listItems({ ...request, limit: PAGE, cursor });
      listed.push(...page.rows.map((item) => ({ itemId: item.id, title: item.title })));
      cursor = page.cursor;
    } while (cursor !== null && listed.length < MOST_LISTED && !run.signal.aborted);
    for (const base of bases.length > 0
      ? bases
      : (await run.knowledge.knowledgeBases()).map((entry) => entry.id)) {
      run.evidence.searchedKnowledgeBaseIds.add(base);
    }
    const inBases = names.length > 0 ? `in ${names.map((name) => `“${name}”`).join(', ')}` : '';
    const words = [describeFilter(input), inBases].filter(Boolean).join(' ');
    run.evidence.counts.push({ count, unit: input.unit, filter: words, knowledgeBaseIds: bases, listed });
    const shown = listed.slice(0, SHOWN).map((item) => `- ${item.title} (item ${item.itemId})`);
    const more = listed.length > SHOWN ? [`… and ${listed.length - SHOWN} more`] : [];
    return {
      text: [`${count} ${input.unit}${words ? ` ${words}` : ''}`, ...shown, ...more].join('\n'),
      added: 0,
      data: { count },
    };
  },
});

function describeFilter(
  input: FilterInput & { name_contains?: string | undefined; content_contains?: string | undefined },
): string {
  return [
    input.name_contains ? `named “${input.name_contains}”` : '',
    input.content_contains ? `containing “${input.content_contains}”` : '',
    describeFilterInput(input),
  ]
    .filter(Boolean)
    .join(' and ');
}
