import { z } from 'zod';
import { FILTER_FIELDS, filterOf } from '../../knowledge/filter-fields.js';
import { defineRetrievalTool } from '../retrieval-tool.js';
import { addHits, searchBase } from './search-base.js';

const MOST_SAVED = 200;

export const saveSearchResults = defineRetrievalTool({
  name: 'save_search_results',
  description:
    'Searches as search_content does, but puts the text of all hits into a file under /results instead of showing it. Use search_shell to grep it.',
  inputSchema: z.object({
    knowledge_base: z.string().describe('Id or name of the knowledge base.'),
    query: z.string().min(1).max(1_000),
    mode: z.enum(['hybrid', 'keyword', 'semantic']).default('hybrid'),
    top_k: z.int().min(1).max(MOST_SAVED).default(100).describe(`How many chunks, at most ${MOST_SAVED}.`),
    file_name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/u)
      .describe('A plain file name, e.g. winch.txt.'),
    ...FILTER_FIELDS,
  }),
  async execute(input, run) {
    const found = await searchBase(run, input, filterOf(input));
    if ('problem' in found) return { text: found.problem, added: 0 };
    const { hits } = found;
    const content = hits
      .map((hit) => `=== ${hit.title} | item ${hit.itemId} | chunk ${hit.ordinal}\n${hit.text}\n`)
      .join('\n');
    const problem = run.saved.save(input.file_name, content);
    if (problem) return { text: problem, added: 0 };
    // The hits join the evidence, but the model sees their text only in the file.
    const added = addHits(run, hits, { tool: 'save_search_results', query: input.query, withText: true });
    return {
      text: `${hits.length} chunks, ${content.length} characters, in /results/${input.file_name}.`,
      added,
    };
  },
});
