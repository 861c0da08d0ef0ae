import type { Passage } from '@ibid/core/internal';

/** A column's question to every document, and the kind of answer. */
export interface EvidenceColumn {
  question: string;
  kind: 'text' | 'number' | 'date' | 'yes-no' | 'choice';
  /** For a number: the unit it is converted to, such as `m`, `kg` or `EUR`. */
  unit?: string | null;
  /** For a choice: the possible answers. */
  choices?: readonly string[];
}

/** ANS-1: the answer of one document. `absent`: the document does not say, which is also an answer. */
export interface EvidenceCell {
  verdict: 'supported' | 'weak' | 'unsupported' | 'absent';
  /** A number in the column's unit, a date such as `2026-05-04`, `yes` or `no`, or one of the choices. Null: absent. */
  value: string | null;
  /** For sorting and calculating: a number in the column's unit. */
  number: number | null;
  /** As the document writes it. */
  written: string | null;
  /** The document's exact words. */
  quote: string | null;
  passage: Passage | null;
  /** Explains weak and unsupported cells, and conflicting statements. */
  reason: string | null;
}

export const ABSENT: EvidenceCell = {
  verdict: 'absent',
  value: null,
  number: null,
  written: null,
  quote: null,
  passage: null,
  reason: null,
};
