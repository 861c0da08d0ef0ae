import { createHash } from 'node:crypto';
import { defineTool, type RetrievedChunk, type Tool } from '@ibid/core';
import { z } from 'zod';
import { webSearchGuidancePrompt } from './prompts.generated.js';

/** One result of a web search. */
export interface WebSearchResult {
  title: string;
  url: string;
  /** The provider's extract of the page. */
  snippet: string;
  publishedAt?: string;
}

/**
 * A web search engine, plugged in by the administrator.
 *
 * ```ts
 * import type { WebSearchProvider } from '@ibid/retrieval';
 *
 * const provider: WebSearchProvider = {
 *   id: 'mine',
 *   search: async ({ query }) => [{ title: query, url: 'https://example.org/', snippet: 'A page.' }],
 * };
 * ```
 */
export interface WebSearchProvider {
  id: string;
  search(options: { query: string; count: number; signal: AbortSignal }): Promise<WebSearchResult[]>;
}

const inputSchema = z.object({
  query: z.string().min(1).max(1000),
  count: z.number().int().min(1).max(20).optional().describe('How many results; 8 when absent.'),
});

/**
 * `web_search`: a search tool whose results are sources and can be opened by address.
 *
 * ```ts
 * import { createWebSearchTool } from '@ibid/retrieval';
 *
 * const provider = { id: 'own', search: async () => [] };
 * console.log(createWebSearchTool({ provider }).name);
 * ```
 */
export function createWebSearchTool(options: { provider: WebSearchProvider }): Tool<typeof inputSchema> {
  return defineTool({
    name: 'web_search',
    title: 'Web search',
    description: 'Searches the web and returns titles, addresses and short extracts of pages.',
    inputSchema,
    guidance: webSearchGuidancePrompt,
    isSearch: true,
    execute: async ({ query, count = 8 }, { signal }) => {
      const results = await options.provider.search({ query, count, signal });
      const chunks = results.slice(0, count).map((result, index): RetrievedChunk => ({
        itemId: `web_${createHash('sha256').update(result.url).digest('hex').slice(0, 24)}`,
        chunkId: 'snippet',
        title: result.title,
        text: result.snippet,
        score: 1 / (1 + index),
        url: result.url,
        ...(result.publishedAt ? { metadata: { date: result.publishedAt } } : {}),
      }));
      return chunks.length > 0 ? { text: '', chunks } : { text: 'The search found nothing.' };
    },
  });
}
