import type { TokenRun } from '../verify/token-run.js';
import { isBe } from '../verify/verbs.js';
import { compareRows } from './compare-rows.js';
import { compareNamedValues } from './named-values.js';
import { negationsIn } from './negations-in.js';
import { pairNames } from './pair-names.js';
import { pairOpposites } from './pair-opposites.js';
import { pairWords } from './pair-words.js';
import { haveOneName, parallelTitles } from './parallel-titles.js';
import { compareQuantities, type Quantity } from './quantity.js';
import { compareReplaced } from './replaced-values.js';
import { areOfOtherColumns, compareWithRow } from './row-values.js';
import { TITLES, type Statement, type StatementWord } from './statement.js';
import { compareChanged } from './told-changes.js';
import {
  areOfOtherTimes,
  areOfTwoMeetings,
  isHeadOfLetter,
  isOwnDate,
  isTimeOfDocument,
} from './times-of-documents.js';

/** ANS-3: what two sources disagree about. */
export type ContradictionKind = 'number' | 'date' | 'polarity' | 'name';

export interface StatementDifference {
  kind: ContradictionKind;
  /** The value in each source: `180 days`, `270 days`. */
  said: [string, string];
  /** 0 to 1: how much the two have in common. */
  closeness: number;
  /** One of them is qualified or about the past, so only a reader can decide whether they disagree. */
  isOpen: boolean;
}

/** Share of words that the two must have in common. */
const SAME_THING = 0.5;
const FEWEST_SHARED = 2;
/** Words that introduce where, when or for whom something holds. */
const NARROWING = new Set(
  'for in on at during when while under above unless except among outside inside with without within after before since until against despite für bei im am während wenn außer ab seit pour dans en para durante'.split(
    ' ',
  ),
);
/** Things done repeatedly: two dates are two occasions. */
const REPEATED = new Set(
  'replaced measured inspected visited tested met reported updated repaired checked cleaned served serviced sampled treated said audited renewed published travelled traveled sold'.split(
    ' ',
  ),
);

/**
 * Two statements contradict each other if they agree in everything but one point: a figure, a date, a name, a denial.
 * Two that differ in more are about different things: other years, other groups.
 */
export function compareStatements(one: Statement, other: Statement): StatementDifference | null {
  const replaced = compareReplaced(one, other, figureIn) ?? compareChanged(one, other, figureIn);
  if (replaced) return replaced;
  if (one.told !== other.told || areOfOtherTimes(one, other)) return null;
  const parallel = parallelTitles(one, other);
  if (parallel === 'yes') return haveOneName(one, other) ? compareNamedValues(one, other, figureIn) : null;
  const found =
    compareRows(one, other) ??
    compareWhole(one, other) ??
    compareNamedValues(one, other, figureIn) ??
    compareWithRow(one, other, figureIn);
  const isOpen = parallel === 'perhaps' || areOfTwoMeetings(one, other);
  return found && isOpen ? { ...found, isOpen } : found;
}

function compareWhole(one: Statement, other: Statement): StatementDifference | null {
  const figures = pairQuantities(one.quantities, other.quantities);
  if (!figures || (figures.differing.length > 1 && !isRegimen(figures.differing))) return null;
  const paired = pairWords(one, other);
  const shared = paired.shared.filter(([word]) => !word.isLight);
  if (paired.shared.length < FEWEST_SHARED || shared.length === 0) return null;
  const { opposites, ...unlike } = pairOpposites(one, other, paired);
  if (opposites.some(({ sort }) => sort === 'scope')) return null;
  const names = pairNames(one, other, unlike);
  if (names.isElsewhere) return null;
  const rest = restOf(one, other, names);
  if (!rest) return null;
  const { left, right } = rest;
  const closeness = paired.shared.length / (paired.shared.length + left.length + right.length);
  if (closeness < SAME_THING) return null;
  // If all they share is a person's name, they report two things about one person, and then even light verbs count.
  const isOfName = ([{ at, isName }]: (typeof shared)[number]) =>
    isName || (!one.run.isGerman && one.run.tokens[at]?.form?.isCapitalised === true);
  const isTwofold = unlike.left.length > 0 && unlike.right.length > 0;
  if (shared.every(isOfName) && (isTwofold || isRow(one) !== isRow(other))) return null;
  const denied = opposites.filter(({ sort }) => sort === 'polarity');
  const days = opposites.filter(({ sort }) => sort === 'time');
  const sharedBy = (side: 0 | 1) => paired.shared.map((pair) => pair[side].at);
  const isTurned =
    (denied.length + negationsIn(one, sharedBy(0)) + negationsIn(other, sharedBy(1))) % 2 === 1;
  const points =
    Math.min(1, figures.differing.length) + names.differing.length + days.length + (isTurned ? 1 : 0);
  if (points !== 1 || (denied.length > 0 && !isTurned && points > 0)) return null;
  // A dose has a figure and a frequency. If both differ, everything else must be the same.
  if (figures.differing.length > 1 && left.length + right.length > 0) return null;
  const isOpen =
    isEnded(one) !== isEnded(other) ||
    narrows(one, left) ||
    narrows(other, right) ||
    figures.isNarrowed ||
    isPast(one.run) !== isPast(other.run);
  const found = (kind: ContradictionKind, said: [string, string]) => ({ kind, said, closeness, isOpen });
  const [figure] = figures.differing;
  if (figure) {
    const isDate = figure[0].kind === 'date' || figure[0].kind === 'clock';
    if (isBareInRow(one, other, figure) || areOfOtherColumns(one, other, figure)) return null;
    if (figure[0].kind === 'date' && [one, other].some(isRepeated)) return null;
    if (isTimeOfDocument(one, figure[0]) && isTimeOfDocument(other, figure[1])) return null;
    if (isOwnDate(one, figure[0]) && isOwnDate(other, figure[1])) return null;
    if (isHeadOfLetter(one, figure[0]) || isHeadOfLetter(other, figure[1])) return null;
    const [begin, end] = [edgeOf(one, figure[0]), edgeOf(other, figure[1])];
    if (begin !== 0 && end !== 0 && begin !== end) return null;
    const said = (place: 0 | 1, statement: Statement) =>
      figureIn(statement, joined(figures.differing.map((pair) => pair[place])));
    return found(isDate ? 'date' : 'number', [said(0, one), said(1, other)]);
  }
  const [name] = names.differing;
  if (name) return found('name', [nameIn(one, name[0].words), nameIn(other, name[1].words)]);
  const [day] = days;
  if (day) return found('date', [one.run.written(day.left.at), other.run.written(day.right.at)]);
  // Between a row and a sentence only explicit figures and days count, not denials.
  if (isRow(one) !== isRow(other)) return null;
  const [turned] = denied;
  const [word] = shared.at(-1) ?? [];
  if (turned) return found('polarity', [one.run.written(turned.left.at), other.run.written(turned.right.at)]);
  return word ? found('polarity', [denialIn(one), denialIn(other)]) : null;
}

/** `60 mg once daily` and `40 mg twice daily`: two adjacent figures that state one thing. */
function isRegimen(differing: readonly [Quantity, Quantity][]): boolean {
  if (differing.length !== 2) return false;
  return [0, 1].every((side) => {
    const [one, other] = differing
      .map((pair) => pair[side])
      .toSorted((a, b) => (a?.first ?? 0) - (b?.first ?? 0));
    return other?.kind === 'frequency' && one?.kind !== 'frequency' && other.first - (one?.last ?? 0) <= 3;
  });
}

/** Spans from the first figure to the last. */
function joined(figures: readonly Quantity[]): Quantity {
  const [first, ...others] = figures.toSorted((one, other) => one.first - other.first) as [
    Quantity,
    ...Quantity[],
  ];
  return others.reduce((whole, { last }) => ({ ...whole, last }), first);
}

const isRow = ({ text }: Statement) => /\|[^|]+\|/.test(text);

/** A bare figure in a table row may measure anything: `24 low beds`, `| Low beds | 62400 |`. */
function isBareInRow(one: Statement, other: Statement, [figure]: [Quantity, Quantity]): boolean {
  return figure.kind === '' && isRow(one) !== isRow(other);
}

/** It says that something no longer holds. Whether that is a dispute or news, only a reader can decide. */
const isEnded = ({ text }: Statement) => /\bno longer\b|\bnicht mehr\b/i.test(text);

const BEGINS = new Set('from since after starting ab seit nach'.split(' '));
const ENDS = new Set('until till to by before bis vor'.split(' '));

/** `from 1 April` and `until 31 December` do not conflict: -1 is a start, 1 an end, 0 neither. */
function edgeOf({ run }: Statement, { first }: Quantity): number {
  const word = run.word(first - 1);
  return BEGINS.has(word) ? -1 : ENDS.has(word) ? 1 : 0;
}

const DEPUTY =
  /^(?:deput|assist|vice|former|previous|acting|interim|next|substitut|stellvertret|ehemalig|bisherig)/;

/** How a figure was measured: two different measures are two figures. */
const MEASURES = new Set(
  'minimum maximum average mean median peak gross net top typical total most least usual usually mindestens höchstens durchschnittlich'.split(
    ' ',
  ),
);

/**
 * The words that only one of them has. The other's title may supply them. Null if each has words of its own: then they
 * are about different things.
 */
function restOf(
  one: Statement,
  other: Statement,
  unlike: { left: readonly StatementWord[]; right: readonly StatementWord[] },
): { left: StatementWord[]; right: StatementWord[] } | null {
  const [left, right] = [unlike.left, unlike.right].map((words) => words.filter(({ isLight }) => !isLight));
  const unsaid = (words: readonly StatementWord[] = [], { context }: Statement) =>
    words.filter(({ term }) => !context.has(term));
  const rest = { left: unsaid(left, other), right: unsaid(right, one) };
  const isTwoSided = (left?.length ?? 0) > 0 && (right?.length ?? 0) > 0;
  if (isTwoSided && rest.left.length + rest.right.length > 0) return null;
  if (measuresIn(one) !== measuresIn(other)) return null;
  // `the deputy officer` is not `the officer`.
  if ([...rest.left, ...rest.right].some(({ term }) => DEPUTY.test(term))) return null;
  return rest;
}

const measuresIn = ({ run }: Statement) =>
  run.tokens
    .map((_, at) => run.word(at))
    .filter((word) => MEASURES.has(word))
    .toSorted()
    .join(' ');

interface PairedQuantities {
  differing: [Quantity, Quantity][];
  /** Only one of them says when. */
  isNarrowed: boolean;
}

/** Null if each has figures that the other lacks: they are about different things. */
function pairQuantities(ours: readonly Quantity[], theirs: readonly Quantity[]): PairedQuantities | null {
  const open = new Set(theirs);
  const take = (one: Quantity, agreement: 'same' | 'other') => {
    const match = [...open].find(
      (other) =>
        compareQuantities(one, other) === agreement &&
        (agreement === 'same' || one.isLabel === other.isLabel),
    );
    if (match) open.delete(match);
    return match;
  };
  const unlike = ours.filter((one) => !take(one, 'same'));
  const differing: [Quantity, Quantity][] = [];
  const rest: Quantity[] = [];
  for (const one of unlike) {
    const match = take(one, 'other');
    if (match) differing.push([one, match]);
    else rest.push(one);
  }
  const left = [...open];
  if (differing.some(([one]) => one.isLabel)) return null;
  if (rest.length > 0 && left.length > 0) return null;
  if ([...rest, ...left].some(({ isLabel }) => isLabel)) return null;
  return { differing, isNarrowed: rest.length + left.length > 0 };
}

/** Whether the words that only one of them has follow `for`, `in`, `when`. */
function narrows({ run }: Statement, words: readonly StatementWord[]): boolean {
  return words.some(({ at }) => {
    for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
      if (!run.isSameClause(before, at)) return NARROWING.has(run.word(before + 1));
      if (NARROWING.has(run.word(before))) return true;
      if (isBe(run.word(before))) return false;
    }
    return false;
  });
}

const isPast = (run: TokenRun) =>
  run.tokens.some((_, at) => /^(?:was|were|had|war|waren|hatte|fue|était)$/.test(run.word(at)));

const isRepeated = ({ run }: Statement) => run.tokens.some((_, at) => REPEATED.has(run.word(at)));

function figureIn({ run, text }: Statement, { first, last, counted, kind }: Quantity): string {
  const start = run.tokens[first]?.start ?? 0;
  const isCount = kind === '' && counted.length > 0;
  const end = run.tokens[last + (isCount ? 1 : 0)]?.end ?? text.length;
  return text.slice(start, end);
}

/** Extends the words to the whole name, including words that both share or that were not recognised as a name. */
function nameIn({ run }: Statement, words: readonly StatementWord[]): string {
  let from = words[0]?.at ?? 0;
  let to = words.at(-1)?.at ?? from;
  const isOfName = (at: number) =>
    at > 0 &&
    run.isSameClause(at, from) &&
    run.tokens[at]?.form?.isCapitalised === true &&
    !TITLES.has(run.word(at));
  while (isOfName(from - 1)) from--;
  while (isOfName(to + 1)) to++;
  return Array.from({ length: to - from + 1 }, (_, place) => run.written(from + place)).join(' ');
}

/** The denial with the word it denies; if there is none, the statement itself, which the other denies. */
function denialIn({ run, text }: Statement): string {
  const at = run.tokens.findIndex((_, index) => run.isNegator(index));
  if (at === -1) return shortened(text);
  // `no longer offered`, not `no longer`.
  const target = run.nextContent(run.word(at + 1) === 'longer' ? at + 1 : at, 1);
  const last = run.tokens[target === -1 ? at : target];
  return text.slice(run.tokens[at]?.start ?? 0, last?.end ?? text.length);
}

const SHORT = 60;
const shortened = (text: string) => (text.length <= SHORT ? text : `${text.slice(0, SHORT)}…`);
