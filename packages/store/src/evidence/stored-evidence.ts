import type { EvidenceCell } from '@ibid/retrieval/internal';
import type { Selectable } from 'kysely';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

export type CellRow = Selectable<Database['evidence_cells']>;

/** A cell as it is kept: what was computed, and what a person put in its place. */
export interface StoredEvidenceCell extends Omit<EvidenceCell, 'verdict'> {
  columnId: string;
  /** `failed`: the model gave nothing; null: only edited so far. */
  verdict: EvidenceCell['verdict'] | 'failed' | null;
  modelId: string | null;
  /** The document has changed since. */
  isStale: boolean;
  edit: { value: string; userId: string; at: string } | null;
  /** Counts edits. */
  version: number;
}

/** A row of one page of a table. */
export interface StoredEvidenceRow {
  id: string;
  /** Null: it is not there any more, or not for this viewer; its cells are withheld then. */
  document: { itemId: string; title: string; name: string; knowledgeBaseId: string } | null;
  isStale: boolean;
  cells: StoredEvidenceCell[];
}

/** Which rows, and in which order. */
export interface EvidenceRowFilter {
  /** Rows that have such a cell, in the named column or in any. */
  verdict?: EvidenceCell['verdict'] | 'failed' | 'edited' | 'stale' | undefined;
  columnId?: string | undefined;
  /** `document` sorts by title; without it rows come as they were added. */
  sort?: { by: 'document' | { columnId: string }; isDescending: boolean } | undefined;
  offset: number;
  limit: number;
}

/** A row that some cells are missing in, or out of date. */
export interface PendingEvidenceRow {
  rowId: string;
  itemId: string;
  position: number;
  contentHash: string;
  columnIds: string[];
}

/** What a run found. */
export interface NewEvidenceCell extends Omit<EvidenceCell, 'verdict'> {
  columnId: string;
  verdict: EvidenceCell['verdict'] | 'failed';
}

/** A cell before anything was computed. */
export const EMPTY = {
  verdict: null,
  value: null,
  number: null,
  written: null,
  quote: null,
  passage: null,
  reason: null,
  content_hash: null,
  model_id: null,
  computed_at: null,
  edited_value: null,
  edited_by: null,
  edited_at: null,
  version: 0,
  sort_number: null,
  sort_text: null,
};

export function sortOf(
  value: string | null,
  number: number | null,
): { sort_number: number | null; sort_text: string | null } {
  return { sort_number: number, sort_text: value === null ? null : value.toLowerCase() };
}

export function toCell(row: CellRow, contentHash: string | null): StoredEvidenceCell {
  return {
    columnId: row.column_id,
    verdict: row.verdict,
    value: row.value,
    number: row.number,
    written: row.written,
    quote: row.quote,
    passage: row.passage === null ? null : fromJson(row.passage),
    reason: row.reason,
    modelId: row.model_id,
    isStale: row.content_hash !== null && row.content_hash !== contentHash,
    edit:
      row.edited_at === null
        ? null
        : { value: row.edited_value ?? '', userId: row.edited_by ?? '', at: row.edited_at },
    version: row.version,
  };
}
