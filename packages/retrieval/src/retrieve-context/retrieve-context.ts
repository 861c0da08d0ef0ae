import { defineTool } from '@ibid/core';
import type { JsonValue, Tool, ToolContext, ToolOutcome } from '@ibid/core';
import { z } from 'zod';
import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { describeLimits, FILTER_FIELDS, filterOf } from '../knowledge/filter-fields.js';
import { correctionFigures, correctionsOf } from '../knowledge/index.js';
import type { SearchHit, SearchMode } from '../knowledge/index.js';
import { retrieveContextGuidancePrompt } from './prompts.generated.js';
import { toChunk } from './to-chunk.js';
import { MOST_TITLED, toldApart } from './told-apart.js';

const inputSchema = z.object({
  query: z.string().min(1).describe('What to look for, as a statement or question that stands on its own.'),
  top_k: z.number().int().min(1).max(50).optional().describe('How many passages to return. Default 10.'),
  knowledge_bases: z
    .array(z.string())
    .optional()
    .describe('Names or ids of the knowledge bases to search. Default: all of them.'),
  item_name: z.string().optional().describe('Only documents whose name or title contains this.'),
  ...FILTER_FIELDS,
});

/** What the simple search tool searches, and how. */
export interface RetrieveContextOptions {
  /** Bound to the viewer and the preselection. */
  knowledge: ScopedKnowledge;
  defaultTopK?: number;
  mode?: SearchMode;
  rerank?: boolean;
}

/**
 * The simple search tool. It knows only its own call: it neither numbers sources nor removes duplicates of earlier
 * results. It never throws.
 *
 * ```ts
 * import { retrieveContextTool, ScopedKnowledge } from '@ibid/retrieval';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const viewer = { userId: 'library', roles: [], isAdministrator: false };
 * const knowledge = new ScopedKnowledge({ store: library.knowledge.reader, viewer, scope: null });
 * console.log(retrieveContextTool({ knowledge, defaultTopK: 5 }).name); // 'retrieve_context'
 * await library.close();
 * ```
 */
export function retrieveContextTool(options: RetrieveContextOptions): Tool<typeof inputSchema> {
  return defineTool({
    name: 'retrieve_context',
    title: 'Search',
    description:
      'Searches the documents by words and by meaning, and returns the passages that fit best, best first.',
    inputSchema,
    inSmallWindows: ['query', 'top_k'],
    guidance: retrieveContextGuidancePrompt,
    isSearch: true,
    execute: async (input, context) => {
      try {
        return await retrieve(options, input, context);
      } catch (error) {
        return failure(error);
      }
    },
  });
}

async function retrieve(
  options: RetrieveContextOptions,
  input: z.infer<typeof inputSchema>,
  context: ToolContext,
): Promise<ToolOutcome> {
  const topK = input.top_k ?? options.defaultTopK ?? 10;
  const bases = await options.knowledge.knowledgeBases();
  const named = resolveNamedBases(bases, input.knowledge_bases ?? []);
  if (named.unknown.length > 0) {
    const known = bases.map((base) => base.name).join(', ') || 'none';
    return {
      text: `There is no knowledge base ${named.unknown.join(', ')}. Known: ${known}.`,
      isError: true,
    };
  }
  const hits = await options.knowledge.search({
    query: input.query,
    mode: options.mode ?? 'hybrid',
    topK,
    ...(named.ids.length > 0 ? { knowledgeBaseIds: named.ids } : {}),
    filter: { ...(input.item_name ? { itemName: input.item_name } : {}), ...filterOf(input) },
    ...(options.rerank ? { rerank: true } : {}),
  });
  const corrections = correctionsOf(hits);
  const metadata = {
    query: input.query,
    ...correctionFigures(corrections),
    requested: topK,
    found: hits.length,
    returned: hits.length,
    reserved_tokens: context.conversationTokens,
    knowledge_bases: bases.length,
  };
  if (hits.length === 0) return { text: nothingFound(input, bases.length), data: { articles: [], metadata } };
  return {
    text: '',
    ...(corrections.length > 0 ? { figures: correctionFigures(corrections) } : {}),
    // Return all hits. The caller drops what does not fit, by rank, and names and keeps it (CTX-11).
    chunks: await toldApart(hits.map(toChunk), {
      nameOf: async (itemId) => hits.find((hit) => hit.itemId === itemId)?.itemName ?? '',
      topsOf: (itemIds) => options.knowledge.topsOf(itemIds),
      titled: (name) => options.knowledge.searchItemsByName({ name, limit: MOST_TITLED }),
    }),
    data: { articles: hits.map(toArticle), metadata },
  };
}

function nothingFound(input: z.infer<typeof inputSchema>, bases: number): string {
  if (bases === 0)
    return 'There is no knowledge base to search. Tell the person that no documents were added yet.';
  return `Nothing was found for "${input.query}".${describeLimits(input)}`;
}

/** For the page and for programs. The text is in the chunks. */
function toArticle(hit: SearchHit): JsonValue {
  return {
    itemId: hit.itemId,
    chunkId: hit.id,
    title: hit.title,
    name: hit.itemName,
    url: hit.url,
    page: hit.page,
    headingPath: hit.headingPath,
    knowledgeBaseId: hit.knowledgeBaseId,
    score: hit.score,
    ranks: hit.ranks,
    span: hit.span,
  };
}

function failure(error: unknown): ToolOutcome {
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return { text: `The search failed: ${reason}`, isError: true, data: { articles: [], metadata: {} } };
}

/** Models write bases' names as they saw them, or their ids. */
function resolveNamedBases(
  bases: readonly { id: string; name: string }[],
  names: readonly string[],
): { ids: string[]; unknown: string[] } {
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const wanted = name.trim().toLowerCase();
    const found = bases.find((base) => base.id === name || base.name.toLowerCase() === wanted);
    if (found) ids.push(found.id);
    else unknown.push(`"${name}"`);
  }
  return { ids, unknown };
}
