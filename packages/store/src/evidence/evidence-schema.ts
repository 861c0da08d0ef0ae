import type { Passage } from '@ibid/core/internal';
import type { JsonText } from '../database/json-text.js';
import type { SharingColumns } from '../state/sharing.js';

/** The check of a value that a user entered. */
export interface EditCheck {
  quote: string | null;
  passage: Passage | null;
  reason: string | null;
  contentHash: string;
}

/** ANS-1. */
export interface EvidenceSchema {
  evidence_tables: {
    id: string;
    owner_id: string;
    name: string;
    /** Null: the default answering model. */
    model_id: string | null;
    /** The last run. */
    job_id: string | null;
    created_at: string;
    updated_at: string;
  } & SharingColumns;
  evidence_columns: {
    id: string;
    table_id: string;
    position: number;
    name: string;
    question: string;
    kind: 'text' | 'number' | 'date' | 'yes-no' | 'choice';
    unit: string | null;
    choices: JsonText<string[]>;
    created_at: string;
  };
  evidence_rows: {
    id: string;
    table_id: string;
    position: number;
    item_id: string;
  };
  evidence_cells: {
    row_id: string;
    column_id: string;
    table_id: string;
    /** `failed`: the model returned nothing; null: only edited so far. */
    verdict: 'supported' | 'weak' | 'unsupported' | 'absent' | 'failed' | null;
    value: string | null;
    number: number | null;
    written: string | null;
    quote: string | null;
    passage: JsonText<Passage> | null;
    reason: string | null;
    /** Hash of the document when it was asked. If it differs now, the cell is stale. */
    content_hash: string | null;
    model_id: string | null;
    computed_at: string | null;
    /** A user's replacement; the computed value is kept. */
    edited_value: string | null;
    edited_by: string | null;
    edited_at: string | null;
    /** The check of the edit, with the document it used; null if not checked. */
    edited_verdict: 'supported' | 'weak' | 'unsupported' | 'absent' | null;
    edited_check: JsonText<EditCheck> | null;
    /** Counts edits, for optimistic locking. */
    version: number;
    /** Sort keys of the displayed value. */
    sort_number: number | null;
    sort_text: string | null;
  };
  /** History of all edits. */
  evidence_edits: {
    id: string;
    table_id: string;
    row_id: string;
    column_id: string;
    /** Null: the edit was undone. */
    value: string | null;
    user_id: string;
    created_at: string;
  };
}
