import type { Generated } from 'kysely';

/**
 * Tables of the knowledge bases. Rows have a number (`row`, never reused) that the side indexes use; items also have a
 * public id. Access is one rule per row of `access_rules`. A knowledge base has one, and its items share it unless they
 * have their own.
 */
export interface KnowledgeTables {
  access_rules: {
    row: Generated<number>;
    visibility: 'private' | 'shared' | 'public';
    owner_id: string;
  };
  /** `user:<id>` or `role:<name>`, for shared rules. */
  access_grants: { access_row: number; grantee: string };
  deleted_items: { id: string };
  knowledge_bases: {
    row: Generated<number>;
    id: string;
    name: string;
    description: string;
    kind: 'standard' | 'project' | 'conversation';
    access_row: number;
    created_at: string;
  };
  items: {
    row: Generated<number>;
    id: string;
    base_row: number;
    access_row: number;
    /** 1 if the item has its own rule. */
    own_access: number;
    title: string;
    name: string;
    /** Name and title, case-folded, for substring filters. */
    name_key: string;
    external_id: string | null;
    url: string | null;
    media_type: string;
    language: string | null;
    metadata: string;
    content_hash: string;
    pipeline: string;
    characters: number;
    chunk_count: number;
    tokens: number;
    pages: number | null;
    created_at: string;
    updated_at: string;
    /** The first chunk row ever made from the current text; null: the first existing one. */
    first_chunk: Generated<number | null>;
    /** KB-11: the document's date, `YYYY-MM-DD`, and where it was found. */
    document_date: Generated<string | null>;
    date_from: Generated<string | null>;
  };
  /** KB-11: an earlier text of an item, kept because answers cite chunks of it, with the rows of those chunks. */
  item_revisions: {
    row: Generated<number>;
    item_row: number;
    first_chunk: number;
    last_chunk: number;
    content_hash: string;
    title: string;
    text: string;
    taken_at: string;
    replaced_at: string;
  };
  /** Chunks that answers cite, including deleted ones. */
  cited_chunks: { item_id: string; chunk_row: number; conversation_id: string };
  item_texts: { item_row: number; text: string };
  /** KB-12: rows of tables that are too long for the text; `packed` by `TablePacker`. */
  item_table_parts: {
    item_row: number;
    place: number;
    table_number: number;
    row_count: number;
    packed: Uint8Array;
  };
  /** One row per key, with the value as JSON, which distinguishes 1 from "1". */
  item_metadata: { item_row: number; key: string; value: string };
  chunks: {
    row: Generated<number>;
    item_row: number;
    ordinal: number;
    text: string;
    heading_path: string;
    page: number | null;
    span_start: number;
    span_end: number;
    tokens: number;
    context: string | null;
    /** KB-9: OCR quality as JSON; null if it was not read from an image. */
    ocr: Generated<string | null>;
  };
  /** KB-9: `words` as packed by `packOcrPage`. */
  ocr_pages: { content_hash: string; page: number; words: Uint8Array; read_at: string };
  /** `sequence` shows each process which vectors are new to it. */
  chunk_vectors: {
    sequence: Generated<number>;
    chunk_row: number;
    item_row: number;
    embedder_id: string;
    vector: Uint8Array;
  };
  /** All names that other texts can use for an item (KB-7). */
  link_names: { row: Generated<number>; name_key: string };
  item_names: { name_row: number; item_row: number };
  /**
   * Where a name is mentioned. Its target is looked up when a link is followed, so adding and removing items stays
   * cheap.
   */
  chunk_mentions: { name_row: number; chunk_row: number; mention: string };
  /**
   * One row. `version` increases with every change of items, rules and grants; caches of visible items depend on it.
   */
  knowledge_state: { id: number; version: number };
}
