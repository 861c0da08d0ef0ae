import { isYear } from './amount.js';
import type { Disagreement } from './disagreement.js';
import { meet } from './find-other-pair.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { AMOUNT, INSTEAD as MAY_BE_INSTEAD, REPLACES as MAY_REPLACE } from './word-traits.js';

const FROM = new Set(['from', 'von', 'de', 'desde']);
const TO = new Set(['to', 'auf', 'a']);
/** Marks the earlier of two values: `(last year £774.00)`, `previously 51`. */
const EARLIER =
  /^(?:last|previous|previously|formerly|earlier|before|prior|old|vorjahr|vorher|bisher|zuvor|fruher|letztes|anterior|antes|avant|precedent)$/;
const MOST_APART = 5;
const MOST_NAMED = 10;
const INSTEAD = /^(?:instead of|rather than|in place|statt|anstatt|anstelle)/;
/** The first takes the place of the other: `Ada replaces Ben`. */
const REPLACES = /^(?:replaces|ersetzt|vertritt) (?!by|durch)/;

/**
 * Finds `from €39 to €42` where the row has 42 as the old value and 39 as the new one. Words such as `€42 (last year
 * €39)` also say which came first. Both figures are right, but the change is reversed.
 */
export function findTurnedChange(region: Region): Disagreement | null {
  const { claim } = region;
  return (
    (claim.has(MAY_BE_INSTEAD) ? turnedInstead(region) : null) ??
    (claim.has(MAY_BE_INSTEAD | MAY_REPLACE) ? turnedPeople(region) : null) ??
    (claim.has(AMOUNT) ? turnedFromTo(region) : null)
  );
}

/** Finds `€95 instead of €62` where the source has €62 instead of €95. */
function turnedInstead({ claim, passage }: Region): Disagreement | null {
  const ours = insteads(claim);
  if (ours.length === 0) return null;
  const theirs = insteads(passage);
  for (const [left, right] of ours)
    for (const [first, second] of theirs) {
      const isSame = (ours: number, other: number) =>
        claim.tokens[ours]?.amount?.written === passage.tokens[other]?.amount?.written;
      if (!isSame(left, second) || !isSame(right, first)) continue;
      return {
        kind: 'direction',
        at: left,
        claimed: claim.words(left, right),
        found: passage.words(first, second),
        isCertain: true,
      };
    }
  return null;
}

/** Finds `Ada is on call instead of Ben` where the source has Ben instead of Ada. */
function turnedPeople({ claim, passage }: Region): Disagreement | null {
  const all = namesAround(claim);
  if (all.length === 0) return null;
  const theirs = namesAround(passage);
  for (const ours of all)
    for (const other of theirs) {
      const isTurned = meet(ours.left, other.right) && meet(ours.right, other.left);
      if (!isTurned || meet(ours.left, other.left) || meet(ours.right, other.right)) continue;
      return {
        kind: 'roles',
        at: ours.at,
        claimed: claim.written(ours.at),
        found: passage.words(other.from, other.to),
        isCertain: true,
      };
    }
  return null;
}

function namesAround(run: TokenRun) {
  return run.tokens.flatMap((_, at) => {
    if (!run.is(at, MAY_BE_INSTEAD | MAY_REPLACE)) return [];
    const words = `${run.word(at)} ${run.word(at + 1)}`;
    if (!INSTEAD.test(words) && !REPLACES.test(words)) return [];
    const [from, to] = [endOf(run, at, -1), endOf(run, at, 1)];
    const names = (first: number, last: number) =>
      new Set(
        run.tokens.flatMap(({ kind }, index) =>
          kind === 'name' && index >= first && index <= last ? run.term(index) : [],
        ),
      );
    return [{ at, from, to, left: names(from, at - 1), right: names(at + 1, to) }];
  });
}

/** To the end of its clause, but at most a few words. */
function endOf(run: TokenRun, at: number, step: 1 | -1): number {
  let end = at;
  while (Math.abs(end + step - at) <= MOST_NAMED && run.isSameClause(end + step, at)) end += step;
  return end;
}

/** The amounts before and after each `instead of` and `rather than`. */
function insteads(run: TokenRun): [left: number, right: number][] {
  return run.tokens.flatMap((_, at): [number, number][] => {
    if (!run.is(at, MAY_BE_INSTEAD) || !INSTEAD.test(`${run.word(at)} ${run.word(at + 1)}`)) return [];
    const amountAt = (index: number) => run.tokens[index]?.amount && run.isSameClause(index, at);
    const left = [1, 2, 3, 4].map((step) => at - step).find(amountAt);
    const right = [1, 2, 3].map((step) => at + step).find(amountAt);
    return left === undefined || right === undefined ? [] : [[left, right]];
  });
}

function turnedFromTo(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  for (let from = 1; from < claim.tokens.length; from++) {
    if (!claim.tokens[from]?.amount || !FROM.has(claim.wordBefore(from))) continue;
    const to = claim.tokens.findIndex(
      ({ amount }, at) => amount && at > from && at <= from + MOST_APART && TO.has(claim.wordBefore(at)),
    );
    if (to === -1) continue;
    const firsts = places[termOf[from] ?? -1] ?? [];
    const seconds = places[termOf[to] ?? -1] ?? [];
    for (const first of firsts)
      for (const second of seconds) {
        if (first === second || !isTurned(region, first, second)) continue;
        return {
          kind: 'direction',
          at: from,
          claimed: `from ${claim.written(from)} to ${claim.written(to)}`,
          found: passage.words(Math.min(first, second), Math.max(first, second)),
          isCertain: false,
        };
      }
  }
  return null;
}

/** Whether the source has the claim's earlier value as the later one. */
function isTurned(region: Region, first: number, second: number): boolean {
  const { passage } = region;
  const [one, other] = [region.cellAt(first), region.cellAt(second)];
  if (one && other) {
    if (one.row !== other.row || one.row === 0 || one.column === other.column) return false;
    const [before, after] = [yearAbove(region, one.column), yearAbove(region, other.column)];
    if (before === null || after === null) return false;
    // Columns without years run from the old value to the new one.
    return before > 0 && after > 0 ? before > after : one.column > other.column;
  }
  if (one || other || region.sentenceAt(first) !== region.sentenceAt(second)) return false;
  return isEarlier(passage, second) && !isEarlier(passage, first);
}

/** The year in a column header; 0 if the header has none, null if there is no header. */
function yearAbove(region: Region, column: number): number | null {
  let found: number | null = null;
  for (let index = 0; index < region.passage.tokens.length; index++) {
    const cell = region.cellAt(index);
    if (cell?.row !== 0 || cell.column !== column) continue;
    found = 0;
    const { amount } = region.passage.tokens[index] ?? {};
    const year = amount?.date?.year ?? amount?.value ?? 0;
    if (amount && isYear(year)) return year;
  }
  return found;
}

const isEarlier = (run: TokenRun, index: number) =>
  [1, 2, 3].some((back) => run.isSameClause(index - back, index) && EARLIER.test(run.word(index - back)));
