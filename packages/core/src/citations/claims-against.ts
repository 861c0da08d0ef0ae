import { sourceOf } from '../context/number-sources.js';
import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { AnswerClaim } from './answer-claims.js';
import type { Passage } from './citation.js';
import { findCounterEvidence } from './find-counter-evidence.js';

/** A source that contradicts a claim, with its number in the conversation and its date. */
export interface AgainstRow {
  number: number;
  itemId: string;
  title: string;
  url: string | null;
  date: SourceDate | null;
  passage: Passage;
  /** What does not agree. */
  reason: string;
}

/** CIT-9: a claim of an answer, with the evidence against it. */
export interface ClaimAgainst {
  claim: string;
  /** Character range of the sentence in the answer. */
  range: { start: number; end: number };
  rows: AgainstRow[];
}

/** The date that a document names, or that of its file, or the time it was added or last changed here. */
export interface SourceDate {
  value: string;
  of: 'document' | 'file' | 'added';
}

/** Metadata keys for the date of a document. */
const DATES = ['date', 'published', 'created', 'modified'];

/**
 * The date of a source from its metadata. If it names no date, `file` is the date of its file and `added` the time it
 * was added.
 */
export function sourceDate(metadata: Record<string, JsonValue> | undefined): SourceDate | null {
  const own = DATES.map((key) => metadata?.[key]).find((value) => typeof value === 'string');
  if (typeof own === 'string') return { value: own, of: 'document' };
  for (const of of ['file', 'added'] as const) {
    const value = metadata?.[of];
    if (typeof value === 'string') return { value, of };
  }
  return null;
}

/** CIT-9 for a whole answer: the passages that contradict each claim, as numbered sources. */
export function claimsAgainst(options: {
  claims: readonly AnswerClaim[];
  chunks: readonly RetrievedChunk[];
  ledger: SourceLedgerSnapshot;
  most: number;
}): ClaimAgainst[] {
  return options.claims.flatMap(({ text, range }) => {
    const found = findCounterEvidence({ claim: text, chunks: options.chunks, most: options.most });
    const rows = found.flatMap(({ chunk, passage, reason }): AgainstRow[] => {
      const source = sourceOf(options.ledger, chunk.itemId);
      if (!source) return [];
      const { number, itemId, title, url = null } = source;
      return [{ number, itemId, title, url, date: sourceDate(chunk.metadata), passage, reason }];
    });
    return rows.length === 0 ? [] : [{ claim: text, range, rows }];
  });
}
