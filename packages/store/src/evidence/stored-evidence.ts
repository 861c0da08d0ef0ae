import type { EvidenceCell } from '@ibid/retrieval/internal';
import type { Selectable } from 'kysely';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import type { EditCheck } from './evidence-schema.js';

export type CellRow = Selectable<Database['evidence_cells']>;

/** A cell as stored: the computed value and a user's replacement. */
export interface StoredEvidenceCell extends Omit<EvidenceCell, 'verdict'> {
  columnId: string;
  /** `failed`: the model returned nothing; null: only edited so far. */
  verdict: EvidenceCell['verdict'] | 'failed' | null;
  modelId: string | null;
  /** The document has changed since. */
  isStale: boolean;
  edit: StoredEvidenceEdit | null;
  /** Counts edits. */
  version: number;
}

/** A user's value. The verdict applies to it, not to the computed value. */
export interface StoredEvidenceEdit extends Omit<EditCheck, 'contentHash'> {
  value: string;
  userId: string;
  at: string;
  number: number | null;
  /** Null: not checked, or the document has changed since. */
  verdict: EvidenceCell['verdict'] | null;
}

/** A row of one page of a table. */
export interface StoredEvidenceRow {
  id: string;
  /** Null if it no longer exists or the viewer may not see it; its cells are then withheld. */
  document: { itemId: string; title: string; name: string; knowledgeBaseId: string } | null;
  /** The document was deleted, as opposed to withheld. */
  isDeleted: boolean;
  isStale: boolean;
  cells: StoredEvidenceCell[];
}

/** Which rows, in which order. */
export interface EvidenceRowFilter {
  /** Only rows with such a cell, in the named column or in any. */
  verdict?: EvidenceCell['verdict'] | 'failed' | 'edited' | 'stale' | undefined;
  columnId?: string | undefined;
  /** `document` sorts by title. Default: the order in which rows were added. */
  sort?: { by: 'document' | { columnId: string }; isDescending: boolean } | undefined;
  offset: number;
  limit: number;
}

/** A row with missing or stale cells. */
export interface PendingEvidenceRow {
  rowId: string;
  itemId: string;
  position: number;
  contentHash: string;
  columnIds: string[];
}

/** The result of a run. */
export interface NewEvidenceCell extends Omit<EvidenceCell, 'verdict'> {
  columnId: string;
  verdict: EvidenceCell['verdict'] | 'failed';
}

/** A cell before any computation. */
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
  edited_verdict: null,
  edited_check: null,
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
    edit: toEdit(row, contentHash),
    version: row.version,
  };
}

const UNCHECKED = { verdict: null, quote: null, passage: null, reason: null };

function toEdit(row: CellRow, contentHash: string | null): StoredEvidenceEdit | null {
  if (row.edited_at === null) return null;
  const check = row.edited_check === null ? null : fromJson<EditCheck>(row.edited_check);
  return {
    value: row.edited_value ?? '',
    userId: row.edited_by ?? '',
    at: row.edited_at,
    number: row.sort_number,
    // What an earlier version of the document said proves nothing about the current one.
    ...(check?.contentHash === contentHash && check !== null
      ? { verdict: row.edited_verdict, quote: check.quote, passage: check.passage, reason: check.reason }
      : UNCHECKED),
  };
}
