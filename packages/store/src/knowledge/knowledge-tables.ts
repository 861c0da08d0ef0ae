import type { Generated } from 'kysely';

/**
 * Tables of the knowledge bases. Rows have a number (`row`, never reused) for the indexes beside the tables, and
 * items a public id. Who may see what is one rule per row of `access_rules`; a knowledge base has one, and its items
 * point to the same one unless they have their own.
 */
export interface KnowledgeTables {
  access_rules: {
    row: Generated<number>;
    visibility: 'private' | 'shared' | 'public';
    owner_id: string;
  };
  /** `user:<id>` or `role:<name>`, for rules that share. */
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
    /** 1: the rule is the item's own. */
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
    /** First chunk row that was ever made of the text as it is; null: the first one that is there. */
    first_chunk: Generated<number | null>;
    /** KB-11: the day it is of, `YYYY-MM-DD`, and what says so. */
    document_date: Generated<string | null>;
    date_from: Generated<string | null>;
  };
  /** KB-11: a text that the item had, kept because answers cite chunks of it, and the rows that these had. */
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
  /** Chunks that answers rest on, also those that are no more. */
  cited_chunks: { item_id: string; chunk_row: number; conversation_id: string };
  item_texts: { item_row: number; text: string };
  /** KB-12: rows of tables that are too long for the text; `packed` as `TablePacker` makes them. */
  item_table_parts: {
    item_row: number;
    place: number;
    table_number: number;
    row_count: number;
    packed: Uint8Array;
  };
  /** One row per key; the value as JSON, so that 1 and "1" differ. */
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
    /** KB-9: how well it was read from a picture, as JSON; null: it was not. */
    ocr: Generated<string | null>;
  };
  /** KB-9: `words` as `packOcrPage` makes them. */
  ocr_pages: { content_hash: string; page: number; words: Uint8Array; read_at: string };
  /** `sequence` tells every process which vectors are new to it. */
  chunk_vectors: {
    sequence: Generated<number>;
    chunk_row: number;
    item_row: number;
    embedder_id: string;
    vector: Uint8Array;
  };
  /** Every name that some item can be called by in other texts (KB-7). */
  link_names: { row: Generated<number>; name_key: string };
  item_names: { name_row: number; item_row: number };
  /** Where a name is said. What it leads to is looked up when it is followed, so that items come and go cheaply. */
  chunk_mentions: { name_row: number; chunk_row: number; mention: string };
  /** One row. `version` moves with every change of items, rules and grants; caches of what is visible hang on it. */
  knowledge_state: { id: number; version: number };
}
