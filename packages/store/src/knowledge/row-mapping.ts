import type { ChunkReading, JsonValue } from '@ibid/core/internal';
import type { AccessRule, Chunk, Item, ItemDate } from '@ibid/retrieval/internal';
import type { Selectable } from 'kysely';
import type { KnowledgeTables } from './knowledge-tables.js';

export type ItemRow = Omit<Selectable<KnowledgeTables['items']>, 'name_key' | 'pipeline' | 'first_chunk'> & {
  base_id: string;
};

export type ChunkRow = Omit<Selectable<KnowledgeTables['chunks']>, 'context'> & {
  item_id: string;
  base_id: string;
};

export const ITEM_COLUMNS = [
  'items.row',
  'items.id',
  'items.base_row',
  'items.access_row',
  'items.own_access',
  'items.title',
  'items.name',
  'items.external_id',
  'items.url',
  'items.media_type',
  'items.language',
  'items.metadata',
  'items.content_hash',
  'items.characters',
  'items.chunk_count',
  'items.tokens',
  'items.pages',
  'items.created_at',
  'items.updated_at',
  'items.document_date',
  'items.date_from',
  'knowledge_bases.id as base_id',
] as const;

export const CHUNK_COLUMNS = [
  'chunks.row',
  'chunks.item_row',
  'chunks.ordinal',
  'chunks.text',
  'chunks.heading_path',
  'chunks.page',
  'chunks.span_start',
  'chunks.span_end',
  'chunks.tokens',
  'chunks.ocr',
  'items.id as item_id',
  'knowledge_bases.id as base_id',
] as const;

export function toItem(row: ItemRow, access: AccessRule | null): Item {
  return {
    id: row.id,
    knowledgeBaseId: row.base_id,
    title: row.title,
    name: row.name,
    externalId: row.external_id,
    url: row.url,
    mediaType: row.media_type,
    language: row.language,
    metadata: JSON.parse(row.metadata) as Record<string, JsonValue>,
    date: toItemDate(row),
    contentHash: row.content_hash,
    characters: row.characters,
    chunks: row.chunk_count,
    tokens: row.tokens,
    pages: row.pages,
    access,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toItemDate(row: Pick<ItemRow, 'document_date' | 'date_from'>): ItemDate | null {
  if (row.document_date === null || row.date_from === null) return null;
  return { value: row.document_date, from: row.date_from as ItemDate['from'] };
}

export function chunkOfRow(row: ChunkRow): Chunk {
  return {
    id: chunkId(row.row),
    itemId: row.item_id,
    knowledgeBaseId: row.base_id,
    ordinal: row.ordinal,
    text: row.text,
    headingPath: JSON.parse(row.heading_path) as string[],
    page: row.page,
    span: { start: row.span_start, end: row.span_end },
    tokens: row.tokens,
    ...(row.ocr === null ? {} : { ocr: JSON.parse(row.ocr) as ChunkReading }),
  };
}

/** Row numbers are never reused, so a citation never comes to point to another text. */
export function chunkId(row: number): string {
  return `c${row.toString(36)}`;
}

/** Null for anything that is not one of our ids. */
export function chunkRow(id: string): number | null {
  if (!/^c[0-9a-z]{1,10}$/.test(id)) return null;
  return Number.parseInt(id.slice(1), 36);
}
