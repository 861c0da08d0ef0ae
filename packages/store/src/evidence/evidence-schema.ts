import type { Passage } from '@ibid/core/internal';
import type { JsonText } from '../database/json-text.js';
import type { SharingColumns } from '../state/sharing.js';

/** What comes after a value that a person put in. */
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
    /** Null: the model that answers. */
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
    /** `failed`: the model gave nothing; null: only edited so far. */
    verdict: 'supported' | 'weak' | 'unsupported' | 'absent' | 'failed' | null;
    value: string | null;
    number: number | null;
    written: string | null;
    quote: string | null;
    passage: JsonText<Passage> | null;
    reason: string | null;
    /** Of the document as it was asked: another one now means that the cell is out of date. */
    content_hash: string | null;
    model_id: string | null;
    computed_at: string | null;
    /** What a person put in its place; the computed value stays beside it. */
    edited_value: string | null;
    edited_by: string | null;
    edited_at: string | null;
    /** Of the edit: what the check said of it, and of which document; null: it was not checked. */
    edited_verdict: 'supported' | 'weak' | 'unsupported' | 'absent' | null;
    edited_check: JsonText<EditCheck> | null;
    /** Counts edits, so that nobody overwrites what they have not seen. */
    version: number;
    /** What is shown, as it is sorted. */
    sort_number: number | null;
    sort_text: string | null;
  };
  /** Every edit, so that none is lost when another one follows. */
  evidence_edits: {
    id: string;
    table_id: string;
    row_id: string;
    column_id: string;
    /** Null: the edit was taken back. */
    value: string | null;
    user_id: string;
    created_at: string;
  };
}
