import type { Candidate } from './collect-candidates.js';

const NEARLY_AS_GOOD = 0.62;
/** Threshold beside a confident answer. */
const AS_GOOD = 0.7;

const ASKS_MORE =
  /\b(?:and|or|und|oder)\s+(?:by |since |until |for |bis |seit )?(?:how|what|which|who|when|where|why|wie|was|welche|wer|wann|wo|warum)\b/iu;

/** If a question has two parts, a sentence may answer the other part. */
export const asksOnce = (question: string) => !ASKS_MORE.test(question);

/** The number of a numbered thing looks like a count. */
export const asksCount = (question: string) => /\b(?:how many|wie viele)\b/iu.test(question);

/** Inverse document frequency over the candidates: a word that is everywhere decides nothing. */
export function weigh(asked: readonly string[], candidates: readonly Candidate[]): Map<string, number> {
  return new Map(
    asked.map((term) => {
      const holders = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, Math.log(1 + (candidates.length + 1) / (holders + 0.5))];
    }),
  );
}

/** A few words can contain everything asked for and still say little. */
export function lengthFactor(words: number): number {
  if (words < 6) return 0.75 + 0.05 * (words - 1);
  return words > 60 ? 0.85 : 1;
}

export function byScore(left: Candidate, right: Candidate): number {
  return right.score - left.score || left.rank - right.rank || left.index - right.index;
}

/** The best, then sentences that are nearly as good and say something else. */
export function pick(
  candidates: readonly Candidate[],
  top: Candidate,
  most: number,
  isSure = false,
): Candidate[] {
  const picked = [top];
  const least = top.score * (isSure ? AS_GOOD : NEARLY_AS_GOOD);
  for (const candidate of candidates.filter((one) => one !== top)) {
    if (picked.length >= most || candidate.score < least) break;
    const repeats = picked.some((other) => saysAgain(candidate, other));
    if (!repeats) picked.push(candidate);
  }
  return picked;
}

/** How many rows of a table were picked, and how many are as good. */
export interface RowsPicked {
  shown: number;
  of: number;
  title: string;
}

/** The rows of the table of which most rows as good as the picked ones were left out; null if none were. */
export function rowsLeftOut(
  picked: readonly Candidate[],
  eligible: readonly Candidate[],
  top: Candidate,
): RowsPicked | null {
  const isOfSame = (one: Candidate, other: Candidate) =>
    one.isRow && other.isRow && one.number === other.number && one.columns === other.columns;
  const tables = picked.filter(
    (one, place) =>
      picked.some((other) => other !== one && isOfSame(one, other)) &&
      picked.findIndex((other) => isOfSame(one, other)) === place,
  );
  const found = tables.map((row): RowsPicked => {
    const shown = picked.filter((one) => isOfSame(row, one));
    const others = eligible.filter(
      (one) => one.score >= top.score * NEARLY_AS_GOOD && isOfSame(row, one) && !shown.includes(one),
    );
    return { shown: shown.length, of: shown.length + others.length, title: row.title };
  });
  const [most] = found.toSorted((one, other) => other.of - other.shown - (one.of - one.shown));
  return most && most.of > most.shown ? most : null;
}

/** The same row or named value says something else in each document. */
function saysAgain(candidate: Candidate, other: Candidate): boolean {
  if (candidate.isFragment && candidate.number !== other.number) return false;
  return shareIn(candidate.terms, other.terms) > 0.7;
}

/** How much of a sentence another one already says. */
function shareIn(terms: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return terms.size === 0 ? 1 : [...terms].filter((term) => other.has(term)).length / terms.size;
}
