import { askedQuestion } from './asked-question.js';
import type { EvidenceColumn } from './evidence-column.js';
import { sentenceAt } from './evidence-document.js';
import { valueCandidates } from './value-candidates.js';

/** Longer text is not a number or a date, and parsing every amount in it would block others. */
const LONGEST_AMOUNT = 200;

/** Whether a value can be the number or date that its column wants. */
export function isAmount({ kind }: EvidenceColumn, value: string): boolean {
  return (kind === 'date' || kind === 'number') && value.length <= LONGEST_AMOUNT;
}

/**
 * Converts what a person entered to the column's form: a date to `2030-06-01`, and for a number also its value in the
 * column's unit. Null: not a date, in a date column.
 */
export function readEditedValue(
  column: EvidenceColumn,
  value: string,
): { value: string; number: number | null } | null {
  if (value === '') return { value, number: null };
  if (!isAmount(column, value)) return column.kind === 'date' ? null : { value, number: null };
  const alone = { itemId: '', chunkId: '', title: '', text: value, score: null };
  const sentence = sentenceAt(alone, { start: 0, end: value.length });
  const [own, ...others] = valueCandidates(column, askedQuestion(column), sentence);
  if (column.kind === 'date') {
    const rest = value.replace(own?.written ?? '', '');
    return own && others.length === 0 && !/[\p{L}\p{N}]/u.test(rest)
      ? { value: own.value, number: null }
      : null;
  }
  // `13` in a column of metres means metres; `13 kg` is not a length.
  const bare = sentence.tokens.length === 1 ? sentence.tokens[0]?.amount : undefined;
  const isBare = bare && bare.kind !== 'date' && /^[-+\d.,\s]+$/u.test(value);
  return { value, number: own?.number ?? (isBare ? bare.written : null) };
}
