import type { ClaimAlignment } from './align-claim.js';
import type { ClaimCheck } from './claim-check.js';
import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import { pointsOfRecord, type RecordPoint } from './points-of-record.js';
import type { PreparedText } from './prepared-text.js';
import { qualifierPhrases } from './qualifier-words.js';
import type { RecordField } from './record-fields.js';
import type { SentenceSpan } from './split-sentences.js';
import type { TokenRun } from './token-run.js';
import { isAuxiliary, isBe, isVerbAt } from './verbs.js';
import { termOfWord } from './word-form.js';

/**
 * How likely a claim is that a field contradicts, leaves open, perhaps contradicts, and that fields say entirely.
 * Measured on sentences about records, and converted to sets in which half of the sentences are true, as for all
 * scores.
 */
const CONTRADICTED = 0.015;
const LEFT_OPEN = 0.05;
const DOUBTED = 0.2;
const SAID = 0.92;
/** A longer stretch of a record is no passage to show. */
const LONGEST_SHOWN = 700;

/** Words around the names of fields that say no more than that they apply: `offers Wi-Fi to its customers`. */
const FRAMING = new Set(
  (
    'offer provide available option feature include allow accept take has have give serve customer guest visitor business company ' +
    'establishment place service amenities choice come support there can may you also both equip open close stay day week hour ' +
    'possible welcome go get find function mode facility system switch turn enable disable permit except when say said whether ' +
    'mention specify information detail list record data nothing'
  )
    .split(' ')
    .map(termOfWord),
);

/** What the fields of a record say about a claim. */
export interface RecordFindings {
  points: readonly RecordPoint[];
  /** Terms of the claim that a field says, and the words around them. */
  said: ReadonlySet<number>;
}

/** Null if the text is no record, or the claim is about none of its flags and hours. */
export function findInRecord(claim: ClaimTerms, source: PreparedText): RecordFindings | null {
  const { fields } = source;
  if (fields.length === 0) return null;
  const { run } = runOfClaim(claim);
  const points = pointsOfRecord(run, fields).flatMap((point) => {
    if (point.state === 'agrees' || !isInProse(claim, point, source)) return point;
    return point.state === 'open' ? [] : { ...point, isSure: false };
  });
  if (points.length === 0) return null;
  const said = new Set<number>();
  for (const { tokens, state } of points)
    if (state === 'agrees') for (const at of tokens) said.add(claim.termOf[at] ?? -1);
  if (said.size > 0) {
    for (const [id, { term }] of claim.terms.entries()) if (FRAMING.has(term)) said.add(id);
    for (const at of run.negators) said.add(claim.termOf[at] ?? -1);
    // `The branch has no café`: the record must name it, if only in a title. Another device is not this one.
    for (const at of subjectOf(run)) {
      const id = claim.termOf[at] ?? -1;
      const term = claim.terms[id]?.term ?? '';
      if (source.occurrences.has(term) || source.context.has(term)) said.add(id);
    }
  }
  said.delete(-1);
  return { points, said };
}

/** Whether sentences in the record speak of it too: a review of a breakfast, where the flag says there is none. */
function isInProse(claim: ClaimTerms, { tokens }: RecordPoint, source: PreparedText): boolean {
  const terms = tokens.flatMap((at) => claim.terms[claim.termOf[at] ?? -1]?.term ?? []);
  return terms.length > 0 && terms.every((term) => isTermInProse(term, source));
}

function isTermInProse(term: string, { occurrences, tokens, prose }: PreparedText): boolean {
  let index = 0;
  for (const position of occurrences.get(term)?.positions ?? []) {
    const { start } = tokens[position] ?? { start: 0 };
    while (start >= (prose[index]?.end ?? Infinity)) index++;
    const span = prose[index];
    if (!span) return false;
    if (start >= span.start) return true;
  }
  return false;
}

const LONGEST_SUBJECT = 5;
function subjectOf(run: TokenRun): number[] {
  const found: number[] = [];
  for (let at = 0; at < Math.min(LONGEST_SUBJECT, run.tokens.length); at++) {
    if (isBe(run.word(at)) || isAuxiliary(run.word(at)) || isVerbAt(run, at)) return found;
    if (!run.isSameClause(at, 0)) return [];
    found.push(at);
  }
  return [];
}

/** Terms that a field says count as found, wherever the words are. */
export function withFindings(alignment: ClaimAlignment, { said }: RecordFindings): ClaimAlignment {
  return {
    ...alignment,
    matches: alignment.matches.map((match, id) => (said.has(id) ? { strength: 1, positions: [] } : match)),
  };
}

/** The verdict by fields alone; null if they do not decide. */
export function judgeByFields(
  claim: ClaimTerms,
  { text }: PreparedText,
  { points, said }: RecordFindings,
): (Omit<ClaimCheck, 'passage' | 'isFinal'> & { isFinal: boolean; span: SentenceSpan }) | null {
  const wrong =
    points.find(({ state, isSure }) => state === 'differs' && isSure) ??
    points.find(({ state }) => state === 'differs');
  if (wrong && !wrong.isSure)
    return {
      score: DOUBTED,
      verdict: 'weak',
      reason: `The record may say otherwise: ${quoted(wrong.fields)}.`,
      isFinal: false,
      span: spanOf(wrong.fields),
    };
  if (wrong)
    return {
      score: CONTRADICTED,
      verdict: 'unsupported',
      reason: `The record says otherwise: ${quoted(wrong.fields)}.`,
      isFinal: true,
      span: spanOf(wrong.fields.slice(0, 1)),
    };
  const open = points.find(({ state }) => state === 'open');
  if (open)
    return {
      score: LEFT_OPEN,
      verdict: 'weak',
      reason: `The record leaves it open: ${quoted(open.fields)}.`,
      isFinal: false,
      span: spanOf(open.fields),
    };
  const fields = points.flatMap((point) => point.fields);
  const span = spanOf(fields);
  if (said.size < claim.terms.length || span.end - span.start > LONGEST_SHOWN) return null;
  if (saysMore(claim, points)) return null;
  return { score: SAID, verdict: 'supported', isFinal: false, span };

  function quoted(list: readonly RecordField[]): string {
    return list
      .slice(0, 3)
      .map(({ span: { start, end } }) => `“${text.slice(start, end).replaceAll(/\s+/gu, ' ').trim()}”`)
      .join(', ');
  }
}

/** `All lifts are …`, `is the only one with …`, `will have …`: a field says that of its own record, now. */
function saysMore({ tokens }: ClaimTerms, points: readonly RecordPoint[]): boolean {
  const said = new Set(points.flatMap((point) => point.tokens));
  return tokens.some(
    ({ form }, at) =>
      !said.has(at) &&
      (qualifierPhrases.get(form?.word ?? '') ?? []).some(
        ({ grade, words }) => words.length === 1 && words[0] !== 'both' && !HARMLESS.has(grade),
      ),
  );
}

/** Grades that records do not tell apart: `may be paid by card`, `none`. */
const HARMLESS = new Set(['may', 'must', 'should', 'none']);

function spanOf(fields: readonly RecordField[]): SentenceSpan {
  return {
    start: Math.min(...fields.map(({ span }) => span.start)),
    end: Math.max(...fields.map(({ span }) => span.end)),
  };
}
