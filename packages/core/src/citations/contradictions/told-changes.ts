import type { StatementDifference } from './compare-statements.js';
import { areParallel } from './parallel-titles.js';
import { compareQuantities, type Quantity } from './quantity.js';
import type { Statement, StatementWord } from './statement.js';

/** `moves to`, `has been postponed from 12 June to Friday`, `is raised to`: what stands before the new value. */
const CHANGES =
  /\b(?:(?:is|are|was|were|be|been|wird|wurde|werden)\s+)?(?:now\s+|jetzt\s+)?(?:moves?|moved|postponed|put\s+(?:back|off)|brought\s+forward|rescheduled|shifted|changes?|changed|extended|shortened|raised|lowered|reduced|cut|increased|rises?|goes\s+up|go\s+up|falls?|drops?|verschoben|verlegt|vorgezogen|verlängert|erhöht|gesenkt)\s+(?:(?:from|von|vom)\s+[^,;.]{1,40}?\s+)?(?:to|until|till|auf|bis)\s+(?:the\s+)?(?:\p{L}+day,?\s+|\p{L}+tag,?\s+(?:den\s+)?)?$/iu;
/** `is now bought from Lund instead of being baked on site` */
const INSTEAD =
  /\b(?:is|are|will be|gets?|wird|werden)\s+(?:now\s+|jetzt\s+|nun\s+)?(?<now>(?:[^,;:]|,(?=\d)){4,120}?),?\s+(?:instead of|rather than|in place of|and no longer|no longer|not|statt|anstatt|und nicht mehr|nicht)\s+(?:being\s+|to be\s+)?(?<old>[^,;:]{4,80}?)(?=[,;:.]|$)/iu;
const OF_THEN = /\b(?:was|were|had|until|till|war|waren|hatte|bis)\b/iu;
const FEWEST_SHARED = 2;
const FEWEST_OF_PARALLEL = 3;

type FigureIn = (statement: Statement, figure: Quantity) => string;

/**
 * A statement that tells of a change, and one of another document from before it: `The market moves to 19 June` and
 * `The market is on 12 June`; `The loaves are now bought instead of being baked on site` and `The loaves are baked on
 * site`.
 */
export function compareChanged(
  one: Statement,
  other: Statement,
  figureIn: FigureIn,
): StatementDifference | null {
  const forward = changeIn(one, other, figureIn);
  if (forward) return forward;
  const back = changeIn(other, one, figureIn);
  return back && { ...back, said: [back.said[1], back.said[0]] };
}

const changeIn = (newer: Statement, older: Statement, figureIn: FigureIn) =>
  movedTo(newer, older, figureIn) ?? doneInstead(newer, older);

function movedTo(newer: Statement, older: Statement, figureIn: FigureIn): StatementDifference | null {
  for (const now of newer.quantities) {
    const change = CHANGES.exec(newer.text.slice(0, startOf(newer, now.first)));
    if (!change) continue;
    const subject = wordsBetween(newer, 0, change.index);
    const old = older.quantities.find((each) => compareQuantities(each, now) === 'other');
    if (!old || now.isLabel || old.isLabel) continue;
    if (now.kind === '' && !now.counted.some((term) => old.counted.includes(term))) continue;
    const kind = now.kind === 'date' || now.kind === 'clock' ? 'date' : 'number';
    // `Until 2018 the fee was 25 dollars` reports what held then.
    if (kind === 'number' && OF_THEN.test(older.text)) continue;
    if (older.quantities.some((each) => compareQuantities(each, now) === 'same')) continue;
    const theirs = wordsBetween(older, 0, startOf(older, old.first));
    const shared = sharedTerms(subject, theirs);
    if (shared < fewest(newer, older) || shared < new Set(subject.map(({ term }) => term)).size) continue;
    const own = new Set(newer.words.map(({ term }) => term));
    if (theirs.some(({ term }) => !own.has(term) && !newer.context.has(term))) continue;
    const said: [string, string] = [figureIn(newer, now), figureIn(older, old)];
    return { kind, said, closeness: 0.8, isOpen: older.told !== newer.told };
  }
  return null;
}

function doneInstead(newer: Statement, older: Statement): StatementDifference | null {
  const found = INSTEAD.exec(newer.text);
  const { now = '', old = '' } = found?.groups ?? {};
  if (!found || INSTEAD.test(older.text) || /\b(?:not|no longer|nicht)\b/iu.test(older.text)) return null;
  const from = found.index + found[0].lastIndexOf(old);
  const replaced = wordsBetween(newer, from, from + old.length, true);
  const subject = wordsBetween(newer, 0, found.index, true);
  const terms = new Map(older.words.map((word) => [word.term, word]));
  const places = replaced.map(({ term }) => terms.get(term)?.at);
  const [first, last] = [
    Math.min(...places.map((at) => at ?? NaN)),
    Math.max(...places.map((at) => at ?? NaN)),
  ];
  // All of it must be there: figures are compared elsewhere.
  if (replaced.length === 0 || Number.isNaN(first) || hasFigure(newer, from, from + old.length)) return null;
  if (subject.length === 0 || subject.some(({ term }) => !terms.has(term))) return null;
  if (sharedTerms([...subject, ...replaced], older.words) < FEWEST_OF_PARALLEL) return null;
  if (wordsBetween(newer, found.index, from).every(({ term }) => terms.has(term))) return null;
  const end = older.run.tokens[last]?.end ?? older.text.length;
  const kept = older.text.slice(startOf(older, first), end);
  return { kind: 'polarity', said: [now.trim(), kept], closeness: 0.8, isOpen: older.told !== newer.told };
}

const startOf = ({ run }: Statement, at: number) => run.tokens[at]?.start ?? 0;

function wordsBetween(
  { words, run }: Statement,
  start: number,
  end: number,
  withLight = false,
): StatementWord[] {
  return words.filter(({ at, isLight }) => {
    const token = run.tokens[at];
    return token !== undefined && token.start >= start && token.end <= end && (withLight || !isLight);
  });
}

const hasFigure = ({ run }: Statement, start: number, end: number) =>
  run.tokens.some((token) => token.amount !== undefined && token.start >= start && token.end <= end);

function sharedTerms(ours: readonly StatementWord[], theirs: readonly StatementWord[]): number {
  const terms = new Set(theirs.map(({ term }) => term));
  return new Set(ours.flatMap(({ term }) => (terms.has(term) ? [term] : []))).size;
}

const fewest = (one: Statement, other: Statement) =>
  areParallel(one, other) ? FEWEST_OF_PARALLEL : FEWEST_SHARED;
