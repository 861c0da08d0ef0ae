import { createHash } from 'node:crypto';
import { defineTool, IbidError } from '@ibid/core';
import type { RetrievedChunk, Tool, ToolContext, ToolOutcome } from '@ibid/core';
import { z } from 'zod';
import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import type { PreparePool } from '../ingest/index.js';
import { chunkPlace } from '../knowledge/index.js';
import type { Item } from '../knowledge/index.js';
import type { AddressGuard } from './check-address.js';
import type { FetchLimits } from './fetch-limits.js';
import { fitChunks } from './fit-chunks.js';
import { guardedFetch } from './guarded-fetch.js';
import { openUrlGuidancePrompt } from './prompts.generated.js';

/** What `open_url` may open: indexed items, and the web if `web` is set. */
export interface OpenUrlToolOptions {
  /** Bound to the viewer and the preselection, as for every tool. */
  knowledge: Pick<ScopedKnowledge, 'listItems' | 'readChunks'>;
  /** Null: only items of the knowledge bases can be opened. Set by the administrator. */
  web: { pool: PreparePool; limits?: Partial<FetchLimits>; guard?: Partial<AddressGuard> } | null;
}

const inputSchema = z.object({
  url: z.string().max(4000).describe('The address to open, e.g. the url of a search result.'),
  start: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Number of the first part to read, for going on in a long page.'),
});

/**
 * `open_url`: opens indexed items from the index, and other pages from the web where that is allowed.
 *
 * ```ts
 * import { createOpenUrlTool, ScopedKnowledge } from '@ibid/retrieval/internal';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const viewer = { userId: 'library', roles: [], isAdministrator: false };
 * const knowledge = new ScopedKnowledge({ store: library.knowledge.reader, viewer, scope: null });
 * console.log(createOpenUrlTool({ knowledge, web: null }).name); // 'open_url', for items of knowledge bases only
 * await library.close();
 * ```
 */
export function createOpenUrlTool(options: OpenUrlToolOptions): Tool<typeof inputSchema> {
  return defineTool({
    name: 'open_url',
    title: 'Open address',
    description: options.web
      ? 'Opens a web address, or a document of the knowledge bases by its address, and returns its text.'
      : 'Opens a document of the knowledge bases by its address and returns its text. Other addresses cannot be opened.',
    inputSchema,
    inSmallWindows: ['url', 'start'],
    guidance: openUrlGuidancePrompt,
    isSearch: true,
    execute: async ({ url, start = 0 }, context) => {
      try {
        const item = await findIndexed(options, url);
        if (item) return await openIndexed(options, item, start, context);
        if (options.web) return await openFromWeb(options.web, url, start, context);
        return failure('This address is not in the knowledge bases, and opening web pages is switched off.');
      } catch (error) {
        if (error instanceof IbidError) return failure(error.message);
        throw error;
      }
    },
  });
}

async function findIndexed(options: OpenUrlToolOptions, url: string): Promise<Item | null> {
  const { rows } = await options.knowledge.listItems({
    filter: { urls: sameAddresses(url) },
    limit: 1,
  });
  return rows[0] ?? null;
}

async function openIndexed(
  options: OpenUrlToolOptions,
  item: Item,
  start: number,
  context: ToolContext,
): Promise<ToolOutcome> {
  const rows = await options.knowledge.readChunks(item.id, { from: start, to: item.chunks - 1 });
  const chunks = rows.map((chunk): RetrievedChunk & { tokens: number } => ({
    itemId: item.id,
    chunkId: chunk.id,
    title: item.title,
    text: chunk.text,
    score: scoreOf(chunk.ordinal),
    ...(item.url === null ? {} : { url: item.url }),
    knowledgeBaseId: item.knowledgeBaseId,
    ...chunkPlace(chunk),
    tokens: chunk.tokens,
  }));
  return fitChunks({ chunks, start, total: item.chunks, availableTokens: context.availableTokens });
}

async function openFromWeb(
  web: NonNullable<OpenUrlToolOptions['web']>,
  url: string,
  start: number,
  context: ToolContext,
): Promise<ToolOutcome> {
  context.progress(`Opening ${url.slice(0, 200)}`);
  const page = await guardedFetch({
    url,
    signal: context.signal,
    ...(web.limits ? { limits: web.limits } : {}),
    ...(web.guard ? { guard: web.guard } : {}),
  });
  const name = page.mediaType.includes('html')
    ? 'page.html'
    : (new URL(page.url).pathname.split('/').pop() ?? 'page');
  const result = await web.pool.prepare({ name, content: { bytes: page.bytes }, baseUrl: page.url });
  if (result.kind !== 'prepared') return failure('The page contains no text.');
  const { document } = result;
  // A page is the same source for the whole conversation, however often it is opened (REF-2).
  const itemId = `web_${createHash('sha256').update(page.url).digest('hex').slice(0, 24)}`;
  const chunks = document.chunks.slice(start).map((chunk): RetrievedChunk & { tokens: number } => ({
    itemId,
    chunkId: String(chunk.ordinal),
    title: document.title,
    text: chunk.text,
    score: scoreOf(chunk.ordinal),
    url: page.url,
    ...chunkPlace(chunk),
    tokens: chunk.tokens,
  }));
  return fitChunks({
    chunks,
    start,
    total: document.chunks.length,
    availableTokens: context.availableTokens,
  });
}

/** Falls along the page, so its parts stay in order. */
function scoreOf(ordinal: number): number {
  return 1 / (1 + ordinal / 1000);
}

function failure(text: string): ToolOutcome {
  return { text, isError: true };
}

/** Spellings of the same address: with and without fragment and final slash. */
function sameAddresses(url: string): string[] {
  const spellings = new Set([url.trim()]);
  if (URL.canParse(url)) {
    const address = new URL(url);
    spellings.add(address.href);
    address.hash = '';
    spellings.add(address.href);
    const plain = address.href.replace(/\/$/, '');
    spellings.add(plain);
    if (address.search === '') spellings.add(`${plain}/`);
  }
  return [...spellings];
}
