import type { DescriptorOrigin } from '@ibid/core/internal';
import type { Generated } from 'kysely';
import type { JsonText } from '../database/json-text.js';

/** Tables of descriptors and references. Content is stored separately from names, so forks and extracts share it. */
export interface DescriptorTables {
  /** One row per version of a descriptor in a conversation. */
  descriptors: {
    /** Creation order. */
    sequence: Generated<number>;
    conversation_id: string;
    name: string;
    version: number;
    /** The message that created it; null: visible in every branch. */
    message_id: string | null;
    content_id: string;
    /** Offset in the content where it begins, and the number of line feeds before it. */
    slice_start: number;
    line_feeds_before: number;
    characters: number;
    lines: number;
    bytes: number;
    origin: JsonText<DescriptorOrigin>;
    category: 'code' | 'data' | 'text';
    created_at: string;
  };
  descriptor_contents: {
    id: string;
    characters: number;
    bytes: number;
    /** The page size used for `page_starts`, which holds the start of every page: 4 bytes each, little endian. */
    page_characters: number;
    page_starts: Uint8Array;
  };
  descriptor_segments: {
    content_id: string;
    start: number;
    characters: number;
    line_feeds_before: number;
    bytes_before: number;
    /** UTF-8 if it can represent the text exactly. UTF-16 preserves unpaired surrogates. */
    encoding: 'utf8' | 'utf16le';
    data: Uint8Array;
  };
  /** Counters per conversation. */
  descriptor_spaces: {
    conversation_id: string;
    next_number: number;
    used_bytes: number;
  };
}
