import { addedWords } from './added-words.js';
import type { ClaimAlignment } from './align-claim.js';
import { SCALES } from './amounts-in-cells.js';
import type { ClaimCheck } from './claim-check.js';
import { runOfClaim } from './claim-terms.js';
import type { ClaimTerm, ClaimTerms } from './claim-terms.js';
import type { ClaimWeights } from './claim-weights.js';
import { rarityOf } from './common-terms.js';
import { derivedFrom } from './derived-amount.js';
import { describeDerived, describeDisagreement, findDisagreements } from './disagreement.js';
import type { Disagreement } from './disagreement.js';
import { saysMoreThanPassage } from './find-qualifiers.js';
import { findUnstated } from './find-unstated.js';
import { isHeading } from './is-heading.js';
import { coverage, isFound, judgeParts } from './judge-parts.js';
import { onceOf } from './once-of.js';
import type { PreparedText } from './prepared-text.js';
import { regionOf } from './region.js';
import type { Region } from './region.js';
import { amountOfRows } from './rows-of-claim.js';
import type { OfRows } from './rows-of-claim.js';
import { featuresOf, likelyInRecord, shareOf, supportScore } from './support-score.js';
import type { SupportFeatures } from './support-score.js';
import { isBe, isPreposition, isVerbAt } from './verbs.js';
import { SUPPORTED, UNLIKELY, WEAK } from './claim-check.js';

/** Deduction from the score if all numbers and names are missing. */
const DISAGREEMENT = 0.08;
/** Small counts (`two ways`) are often the writer's own, as long as the passage has no other number. */
const SMALL_COUNT = 12;
/** Share of a claim that the passage must contain word for word, or nearly. */
const ALL_COVERED = 0.72;
/** Factor on the likelihood if the source disagrees. */
const DOUBT = 0.8;
const NEARLY_TOGETHER = 0.38;
/** Share of the claim that a passage must contain to be about the same thing, wherever the words are. */
const SAME_MATTER = 0.5;
/** Share of the rest of the claim that the passage must contain to be the same statement with another value. */
const SAME_STATEMENT = 0.9;
/** Share of the claim that the text itself must contain; the rest may be in the title and headings. */
const SAID_IN_TEXT = 0.4;

/** Words agree by degree; numbers, names, roles and denials agree or do not. */
export function judgeClaim(options: {
  claim: ClaimTerms;
  weights: ClaimWeights;
  alignment: ClaimAlignment;
  /** Everything of the source that the model saw: a name may be outside the passage. */
  source: readonly PreparedText[];
}): Omit<ClaimCheck, 'passage' | 'isFinal'> & { isFinal: boolean; features: SupportFeatures } {
  const { claim, alignment, source, weights } = options;
  const region = regionOf(claim, alignment);
  const absent = claim.terms.filter(
    ({ term, amount }, index) =>
      !alignment.matches[index] &&
      source.every(
        (text) => !text.occurrences.has(term) && !text.context.has(term) && !hasFigure(text, amount),
      ),
  );
  const absentNumbers = absent.filter(({ kind }) => kind === 'number');
  const absentNames = absent.filter(({ kind }) => kind === 'name');
  const gone = shareOf(absent, claim.terms, 'number') + shareOf(absent, claim.terms, 'name');
  const penalty = DISAGREEMENT * gone;
  const overlap = Math.min(1, Math.max(0, alignment.score - penalty));
  const isSameMatter = overlap >= WEAK || alignment.window.coverage >= SAME_MATTER;
  const fromRows = new Map<ClaimTerm, OfRows | null>();
  const isOfRows = (term: ClaimTerm | undefined): boolean => {
    if (!term?.amount) return false;
    if (!fromRows.has(term)) fromRows.set(term, amountOfRows(term.amount, claim, source, isSameMatter));
    return fromRows.get(term) !== null;
  };
  // What a field says stands nowhere in particular, so no other words are nearer to it.
  const isSaidByField = (id: number) =>
    alignment.text.isRecord && alignment.matches[id]?.positions.length === 0;
  const disagreements = (isSameMatter ? findDisagreements(region) : []).filter(({ at }) => {
    const id = claim.termOf[at] ?? -1;
    return !isSaidByField(id) && !isOfRows(claim.terms[id]);
  });
  const parts = judgeParts({ claim, weights, region, disagreements });
  const features = featuresOf({ claim, weights, alignment, region, absent, disagreements, parts });
  // A claim that is likely by its words may still be wrong in one point. The verdict says so; the score stays the
  // likelihood.
  const byWords = supportScore(features);
  const likely = alignment.text.isRecord ? likelyInRecord(byWords) : byWords;
  const score = likely;
  const worst = disagreements.find(({ isCertain }) => isCertain) ?? disagreements[0];
  const isHalfTrue =
    parts.length > 1 &&
    parts.some(({ isGood, isStatement }) => isGood && isStatement) &&
    parts.some(({ isGood }) => !isGood);
  if (worst) {
    const isSure = worst.isCertain && (isHalfTrue || isSameStatement(worst, options, region));
    const isFinal = isSure && !isHalfTrue;
    return {
      features,
      score: isFinal ? DOUBT * score : score,
      verdict: isFinal ? 'unsupported' : 'weak',
      reason: describeDisagreement({ ...worst, isCertain: isSure }),
      isFinal,
    };
  }
  const large = absentNumbers.filter((term) => !(Number(term.term) <= SMALL_COUNT) && !isOfRows(term));
  const others = absentNumbers.length > 0 && overlap >= WEAK ? otherNumbers(alignment, claim) : [];
  const derived = large.map(({ amount }) =>
    amount && isSameMatter ? derivedFrom(amount, region.passage) : null,
  );
  const [pair] = derived;
  if (pair && derived.every((one) => one !== null)) {
    const reason = describeDerived(list(claim, large), pair);
    return { features, score, verdict: 'weak', reason, isFinal: false };
  }
  if (large.length > 0) {
    const reason = `The source does not have ${list(claim, large)}${others.length > 0 ? `; the passage has ${others.join(', ')}` : ''}.`;
    const isWeak = overlap >= WEAK && (others.length === 0 || isHalfTrue);
    return { features, score, verdict: isWeak ? 'weak' : 'unsupported', reason, isFinal: false };
  }
  const weak = (reason: string) => ({ features, score, verdict: 'weak' as const, reason, isFinal: false });
  for (const [term, found] of fromRows) if (found) return weak(describeRows(claim, term, found));
  const covered = coverage(idsOfClaim(claim), weights, region, alignment);
  // A short claim has few adjacent words, even if all of it is there.
  const isTogether =
    overlap >= SUPPORTED || (overlap >= NEARLY_TOGETHER && covered >= ALL_COVERED && byWords >= SUPPORTED);
  const missing = claim.terms.filter((_, id) => !isFound(id, region, alignment));
  // Words may be paraphrased; numbers and names may not.
  const isOpen = absentNumbers.length === 0 && absentNames.length === 0;
  const isWords = isSameMatter && missing.every(({ kind }) => kind === 'word');
  const atBest = isWords && !saysMoreThanPassage(region) ? 'supported' : 'weak';
  if (isHalfTrue || (isTogether && covered < ALL_COVERED)) {
    const reason =
      missing.length > 0
        ? `The passage does not have ${list(claim, missing)}.`
        : 'Only a part of it is in the passage.';
    return { ...weak(reason), ...(isOpen && { atBest }) };
  }
  if (isTogether) {
    const unnamed = absent.filter((term) => term.kind === 'name' || isDoerAtStart(claim, term));
    if (unnamed.length > 0) return weak(`The source does not name ${list(claim, unnamed)}.`);
    const added = absent.filter((term) => isListed(claim, term));
    if (added.length > 0)
      return { ...weak(`The source does not mention ${list(claim, added)}.`), ...(isOpen && { atBest }) };
    const inserted = addedWords(claim, region, absent);
    if (inserted.length > 0)
      return { ...weak(`The source does not mention ${list(claim, inserted)}.`), ...(isOpen && { atBest }) };
    const predicate = alignment.text.isRecord ? [] : predicateOf(claim);
    if (predicate.length > 0 && predicate.every((id) => !isFound(id, region, alignment)))
      return {
        ...weak(
          `The passage does not have ${list(
            claim,
            predicate.flatMap((id) => claim.terms[id] ?? []),
          )}.`,
        ),
        ...(isOpen && { atBest }),
      };
    if (others.length > 0)
      return weak(
        `The source does not have ${list(claim, absentNumbers)}; the passage has ${others.join(', ')}.`,
      );
    // A row does not say how many there are like it.
    const uncounted = region.passage.tokens.every((_, index) => region.isRow(index))
      ? missing.filter(({ kind }) => kind === 'number')
      : [];
    if (uncounted.length > 0) return weak(`The passage does not have ${list(claim, uncounted)}.`);
    if (isHeading(alignment)) return weak('Only a heading says it.');
    if (!alignment.text.isRecord && inText(weights, alignment) < SAID_IN_TEXT)
      return weak('Mostly the title and headings say it, not the text.');
    const unstated = alignment.text.isRecord ? null : findUnstated(region);
    if (unstated) return weak(describeDisagreement(unstated));
    return { features, score: likely, verdict: 'supported', isFinal: false };
  }
  const reason =
    absent.length > 0
      ? `The source does not mention ${list(claim, absent)}.`
      : 'The words are in the source, but not together.';
  const verdict = likely >= UNLIKELY ? 'weak' : 'unsupported';
  return { features, score, verdict, reason, isFinal: false, ...(isOpen && { atBest }) };
}

const idsOfClaim = onceOf(({ terms }: ClaimTerms): readonly number[] => Array.from(terms.keys()));

/** In a cell, the header has the unit; without a header, the scale may be missing too. */
const hasFigure = ({ tables, occurrences }: PreparedText, amount: ClaimTerm['amount']) =>
  amount !== undefined &&
  tables.length > 0 &&
  (occurrences.has(String(amount.written)) ||
    (tables.some(({ rows }) => rows[0]?.[0]?.row !== 0) &&
      SCALES.some((size) => occurrences.has(String(amount.written / size)))));

/**
 * A value that the passage does not contain is wrong. One that it contains elsewhere may have been misread; then
 * everything else in the claim must be in the passage too, to make it the same statement with another value.
 */
function isSameStatement(
  { at, kind }: Disagreement,
  { claim, weights, alignment }: { claim: ClaimTerms; weights: ClaimWeights; alignment: ClaimAlignment },
  region: Region,
): boolean {
  const id = claim.termOf[at] ?? -1;
  if (id >= 0 && kind !== 'roles' && !isFound(id, region, alignment)) return true;
  // A row or record says the same in fewer words.
  if (alignment.text.isRecord || region.passage.tokens.some((_, index) => region.isRow(index))) return true;
  const others = idsOfClaim(claim).filter((index) => index !== id);
  return coverage(others, weights, region, alignment) >= SAME_STATEMENT;
}

/**
 * Every sentence begins with a capital. Before a verb or another name the word is a name: `Ansgar painted`, `Owen Frith
 * receives`.
 */
function isDoerAtStart(claim: ClaimTerms, { start, kind, term }: ClaimTerm): boolean {
  const [first] = claim.tokens;
  if (kind !== 'word' || first?.start !== start || !first.form?.isCapitalised) return false;
  const { run } = runOfClaim(claim);
  return !run.isGerman && rarityOf(term) === 1 && (isVerbAt(run, 1) || claim.tokens[1]?.kind === 'name');
}

/**
 * What a claim states with `is` or `was`: `was statistically significant`. A participle has many paraphrases, so it
 * does not count.
 */
function predicateOf(claim: ClaimTerms): number[] {
  const { run } = runOfClaim(claim);
  const be = run.tokens.findIndex((_, at) => isBe(run.word(at)));
  const found: number[] = [];
  for (let at = be + 1; be !== -1 && at < run.tokens.length && run.isSameClause(at, be); at++) {
    if (isPreposition(run.word(at)) || run.tokens[at]?.amount) break;
    if (isVerbAt(run, at)) return [];
    const id = claim.termOf[at] ?? -1;
    if (id >= 0 && run.isContent(at)) found.push(id);
  }
  return found;
}

/** `leeks, potatoes and cream`: a member of a list cannot be paraphrased. */
function isListed({ text, tokens }: ClaimTerms, { start, end, kind, term }: ClaimTerm): boolean {
  if (kind !== 'word' || rarityOf(term) < 1) return false;
  const before = tokens.findLast((token) => token.end <= start);
  const isLast = /^(?:and|or|und|oder|et|ou|y|o)$/.test(before?.form?.word ?? '');
  return isLast && /^\s*(?:[.,;:)]|$)/.test(text.slice(end));
}

/** Share of the claim that is in the text, not only in the title and headings. */
function inText({ weights, total }: ClaimWeights, { matches }: ClaimAlignment): number {
  let found = 0;
  for (let id = 0; id < matches.length; id++)
    if ((matches[id]?.positions.length ?? 0) > 0) found += weights[id] ?? 0;
  return found / total;
}

/** Numbers that the passage has instead. */
function otherNumbers({ text, window }: ClaimAlignment, { terms }: ClaimTerms): string[] {
  const start = text.sentences[window.first]?.start ?? 0;
  const end = text.sentences[window.last]?.end ?? 0;
  const own = new Set(terms.flatMap(({ term, kind }) => (kind === 'number' ? [term] : [])));
  return text.tokens
    .filter(
      (token) => token.kind === 'number' && token.start >= start && token.end <= end && !own.has(token.term),
    )
    .map((token) => text.text.slice(token.start, token.end))
    .slice(0, 3);
}

function describeRows({ text }: ClaimTerms, { start, end }: ClaimTerm, { how, rows }: OfRows): string {
  const words = text.slice(start, end);
  switch (how) {
    case 'count':
      return `The passage does not state “${words}”; ${rows} rows of the table fit.`;
    case 'sum':
      return `The passage does not state “${words}”; ${rows} rows of the table add up to it.`;
    case 'average':
      return `The passage does not state “${words}”; it is the average of ${rows} rows of the table.`;
  }
}

function list({ text }: ClaimTerms, terms: readonly ClaimTerm[]): string {
  const words = terms.slice(0, 4).map(({ start, end }) => `“${text.slice(start, end)}”`);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '');
}
