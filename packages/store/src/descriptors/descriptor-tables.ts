import type { DescriptorOrigin } from '@ibid/core/internal';
import type { Generated } from 'kysely';
import type { JsonText } from '../database/json-text.js';

/** Tables of descriptors and references. Content is apart from its names, so that forks and extracts share it. */
export interface DescriptorTables {
  /** One row per version of a descriptor in a conversation. */
  descriptors: {
    /** Order of creation. */
    sequence: Generated<number>;
    conversation_id: string;
    name: string;
    version: number;
    /** The message that made it; null: every branch sees it. */
    message_id: string | null;
    content_id: string;
    /** Where in the content it begins, and how many line feeds are before that. */
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
    /** Size for which `page_starts` holds the starts of all pages: 4 bytes each, little endian. */
    page_characters: number;
    page_starts: Uint8Array;
  };
  descriptor_segments: {
    content_id: string;
    start: number;
    characters: number;
    line_feeds_before: number;
    bytes_before: number;
    /** UTF-8 where that can hold the text exactly; UTF-16 keeps unpaired surrogates. */
    encoding: 'utf8' | 'utf16le';
    data: Uint8Array;
  };
  /** What is counted per conversation. */
  descriptor_spaces: {
    conversation_id: string;
    next_number: number;
    used_bytes: number;
  };
}
