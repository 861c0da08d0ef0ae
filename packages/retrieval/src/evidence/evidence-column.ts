import type { Passage } from '@ibid/core/internal';

/** What a column of an evidence table asks of every document, and what kind of thing the answer is. */
export interface EvidenceColumn {
  question: string;
  kind: 'text' | 'number' | 'date' | 'yes-no' | 'choice';
  /** Of a number: what it is put into, such as `m`, `kg`, `EUR`. */
  unit?: string | null;
  /** Of a choice: the answers there are. */
  choices?: readonly string[];
}

/** ANS-1: one answer of one document. `absent`: the document does not say it, which is an answer too. */
export interface EvidenceCell {
  verdict: 'supported' | 'weak' | 'unsupported' | 'absent';
  /** Numbers in the column's unit, dates as `2026-05-04`, `yes` or `no`, one of the choices; null: absent. */
  value: string | null;
  /** To be sorted and calculated by: a number in the column's unit. */
  number: number | null;
  /** As the document writes it. */
  written: string | null;
  /** What the document says, word for word. */
  quote: string | null;
  passage: Passage | null;
  /** For weak and unsupported, and where the document says it in two ways: in words. */
  reason: string | null;
}

/** The document does not say it. */
export const ABSENT: EvidenceCell = {
  verdict: 'absent',
  value: null,
  number: null,
  written: null,
  quote: null,
  passage: null,
  reason: null,
};
