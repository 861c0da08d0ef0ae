import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { originalAddress } from './originals.js';
import { request } from './request.js';
import type { Answer } from './request.js';

export type ItemRow = Schemas['Item'];
export type ItemText = Answer<'GET /api/items/{id}/text'>;
export type ItemChanges = Schemas['ItemChanges'];
export type PageWords = Schemas['PageWords'];

export const itemQuery = (itemId: string | null) =>
  queryOptions({
    queryKey: ['item', itemId],
    queryFn: ({ signal }) => request('GET /api/items/{id}', { path: { id: itemId ?? '' }, signal }),
    enabled: itemId !== null,
    staleTime: 60_000,
  });

export function useItem(itemId: string | null) {
  return useQuery(itemQuery(itemId));
}

/** A file attached to a message or belonging to a project is a source like any other. */
const FILE = 'file:';

/** A range of characters of the text: current, or as it was when a chunk was cut from it (KB-11). */
export interface TextRange {
  start: number;
  end: number;
  chunk?: string | undefined;
}

/** KB-11: whether an item has changed since a chunk of it was cited; skipped without a chunk. */
export function useItemChanges(itemId: string | null, chunk: string | null) {
  return useQuery({
    queryKey: ['item-changes', itemId, chunk],
    queryFn: ({ signal }) =>
      request('GET /api/items/{id}/changes', {
        path: { id: itemId ?? '' },
        query: { chunk: chunk ?? '' },
        signal,
      }),
    enabled: itemId !== null && chunk !== null,
    retry: false,
  });
}

export function fetchItemText(itemId: string, range: TextRange, signal?: AbortSignal): Promise<ItemText> {
  const fileId = fileIdOf(itemId);
  if (fileId !== null)
    return request('GET /api/files/{id}/text', {
      path: { id: fileId },
      query: { start: range.start, end: range.end },
      signal,
    });
  return request('GET /api/items/{id}/text', { path: { id: itemId }, query: range, signal });
}

export function fileIdOf(itemId: string | null): string | null {
  return itemId?.startsWith(FILE) ? itemId.slice(FILE.length) : null;
}

/** All item ids have this form. Query and tool results have another one and are stored only with the conversation. */
const ITEM = /^[0-9a-z]{26}$/;

/** Whether a source can be requested separately: an item of a knowledge base, or a file. */
export const isDocument = (sourceId: string): boolean => ITEM.test(sourceId) || fileIdOf(sourceId) !== null;

/** The details of a document in a panel, whether an item of a knowledge base or a file. */
export interface DocumentHead {
  title: string;
  name: string;
  mediaType: string;
  url: string | null;
  /** Null if it is in no knowledge base. */
  itemId: string | null;
  /** Address of its bytes. */
  original: string;
  pages: number | null;
  /** KB-9: pages whose images could not be read. */
  unreadPages: number[];
  /** KB-12: for a table too long for the text, the number of all rows and of searchable rows. */
  longTable: { rows: number; searchable: number } | null;
}

export function useDocumentHead(sourceId: string | null) {
  return useQuery({
    queryKey: ['document-head', sourceId],
    queryFn: async ({ signal }): Promise<DocumentHead> => {
      const fileId = fileIdOf(sourceId);
      if (fileId === null) {
        const { id, title, name, mediaType, url, pages, metadata } = await request('GET /api/items/{id}', {
          path: { id: sourceId ?? '' },
          signal,
        });
        const { unreadPages: unread, rows, searchableRows: searchable } = metadata;
        return {
          title,
          name,
          mediaType,
          url,
          itemId: id,
          original: originalAddress(id),
          pages,
          unreadPages: Array.isArray(unread) ? unread.filter((page) => typeof page === 'number') : [],
          longTable: typeof rows === 'number' && typeof searchable === 'number' ? { rows, searchable } : null,
        };
      }
      const { name, mediaType } = await request('GET /api/files/{id}', { path: { id: fileId }, signal });
      const original = `/api/files/${encodeURIComponent(fileId)}/content`;
      return {
        title: name,
        name,
        mediaType,
        url: null,
        itemId: null,
        original,
        pages: null,
        unreadPages: [],
        longTable: null,
      };
    },
    enabled: sourceId !== null,
    staleTime: 60_000,
  });
}

export function useItemText(itemId: string | null, range: TextRange | null) {
  return useQuery({
    queryKey: ['item-text', itemId, range],
    queryFn: ({ signal }) => fetchItemText(itemId ?? '', range ?? { start: 0, end: 0 }, signal),
    enabled: itemId !== null && range !== null,
    staleTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[1] === itemId ? before : undefined),
  });
}

export function useChunks(itemId: string | null, range: { from: number; to: number }) {
  return useQuery({
    queryKey: ['chunks', itemId, range],
    queryFn: ({ signal }) =>
      request('GET /api/items/{id}/chunks', { path: { id: itemId ?? '' }, query: range, signal }),
    enabled: itemId !== null,
    staleTime: 60_000,
  });
}

/** KB-9: the words of a page read by OCR; empty if it has its own text. */
export function fetchPageWords(itemId: string, page: number, chunk?: string): Promise<PageWords> {
  return request('GET /api/items/{id}/pages/{page}/words', {
    path: { id: itemId, page },
    query: { chunk },
  });
}

const chunksForHeadings = 12;

/** The headings at the beginning of an item, in order. */
export async function fetchHeadings(itemId: string, signal: AbortSignal): Promise<string[]> {
  const { rows } = await request('GET /api/items/{id}/chunks', {
    path: { id: itemId },
    query: { from: 0, to: chunksForHeadings - 1 },
    signal,
  });
  return rows.flatMap((chunk) => [
    ...chunk.headingPath.slice(-1),
    ...[...chunk.text.matchAll(/^#{2,6} +(.+)$/gm)].map((match) => match[1] ?? ''),
    ...rowNames(chunk.text),
  ]);
}

/** A table has no headings, so use the first cells of its rows. */
function rowNames(text: string): string[] {
  if (!text.startsWith('|')) return [];
  return [...text.matchAll(/^\|\s*([^|\n]+?)\s*\|/gm)].slice(2).map((match) => match[1] ?? '');
}
