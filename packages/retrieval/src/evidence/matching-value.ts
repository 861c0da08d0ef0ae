import { readTokens, termsLike } from '@ibid/core/internal';
import type { TextAmount } from '@ibid/core/internal';
import type { AskedQuestion } from './asked-question.js';
import type { EvidenceColumn } from './evidence-column.js';
import type { EvidenceSentence } from './evidence-document.js';
import { valueCandidates, type ValueCandidate } from './value-candidates.js';

/** The value in the column's form, if the quote contains it; otherwise null. */
export function matchingValue(
  column: EvidenceColumn,
  question: AskedQuestion,
  said: string,
  sentence: EvidenceSentence,
): ValueCandidate | null {
  const plain = said.toLowerCase().replace(/[.!]$/u, '');
  if (column.kind === 'yes-no')
    return /^(?:yes|no|true|false)$/u.test(plain)
      ? { value: /^(?:yes|true)$/u.test(plain) ? 'yes' : 'no', number: null, written: sentence.text }
      : null;
  if (column.kind === 'choice') {
    const value = column.choices?.find((choice) => choice.toLowerCase() === plain);
    if (value === undefined) return null;
    // A model may choose by meaning. The check then says so.
    return (
      valueCandidates(column, question, sentence).find((one) => one.value === value) ?? {
        value,
        number: null,
        written: value,
      }
    );
  }
  if (column.kind === 'text') {
    const isThere = readTokens(said).some(
      ({ term, isStop }) => !isStop && [term, ...termsLike(term)].some((one) => sentence.terms.has(one)),
    );
    return isThere ? { value: said, number: null, written: said } : null;
  }
  const own = readTokens(said).flatMap(({ amount }) => amount ?? []);
  const candidates = valueCandidates(column, question, sentence);
  return (
    candidates.find(({ value, written }) => {
      const all = readTokens(written).flatMap(({ amount }) => amount ?? []);
      if (column.kind === 'date') return own.some((amount) => isSameDay(amount, value, all));
      const [there] = all;
      return own.some((amount) => amount.value === there?.value || amount.written === there?.written);
    }) ?? null
  );
}

/** Of a range, either end; of a date of which only the year is asked, the whole. */
function isSameDay({ date }: TextAmount, value: string, written: readonly TextAmount[]): boolean {
  if (date?.year === undefined) return false;
  const [year, month = date.month, day = date.day] = value.split('-').map(Number);
  return [{ year, month, day }, ...written.flatMap((one) => one.date ?? [])].some(
    (one) => one.year === date.year && one.month === date.month && one.day === date.day,
  );
}
