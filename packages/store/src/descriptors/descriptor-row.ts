import type { Selectable } from 'kysely';
import type { DescriptorMetadata } from '@ibid/core/internal';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import type { ContentSlice } from './content-reader.js';

export type DescriptorRow = Selectable<Database['descriptors']>;

export function metadataOf(row: Omit<DescriptorRow, 'sequence'>): DescriptorMetadata {
  return {
    name: row.name,
    version: row.version,
    origin: fromJson(row.origin),
    characters: row.characters,
    lines: row.lines,
    bytes: row.bytes,
    category: row.category,
    createdAt: row.created_at,
    messageId: row.message_id,
  };
}

export function sliceOf(row: DescriptorRow): ContentSlice {
  return {
    contentId: row.content_id,
    start: row.slice_start,
    characters: row.characters,
    lineFeedsBefore: row.line_feeds_before,
  };
}
