import { rocAuc } from './citations-statistics.js';

/** One claim or answer, with its label and its judgement. */
export interface JudgedRow {
  isSupported: boolean;
  /** The check's confidence that all of it is supported, 0 to 1. */
  score: number;
  /** One of its sentences was called `unsupported`. */
  isFlagged: boolean;
  kind: string;
}

/** How well the check distinguishes what a source supports from what it does not. */
export interface SupportFigures {
  rows: number;
  supported: number;
  auc: number;
  /** At a threshold of one half. */
  macroF1: number;
  /** For "not supported", at a threshold of one half. */
  precision: number;
  recall: number;
  /** The precision at which seven tenths of the unsupported rows are found. */
  precisionAtRecall70: number;
  /** Expected calibration error in ten equal bins: how far scores are from observed shares. */
  calibrationError: number;
  /** Share of the supported rows with a sentence called `unsupported`. */
  falseAlarms: number;
}

const SURE = 0.5;
const BINS = 10;

export function supportFigures(rows: readonly JudgedRow[]): SupportFigures {
  const right = rows.filter(({ isSupported }) => isSupported);
  const wrong = rows.filter(({ isSupported }) => !isSupported);
  const scores = (list: readonly JudgedRow[]) => list.map(({ score }) => score);
  const caught = wrong.filter(({ score }) => score < SURE).length;
  const lost = right.filter(({ score }) => score < SURE).length;
  const kept = right.length - lost;
  return {
    rows: rows.length,
    supported: right.length,
    auc: rocAuc(scores(right), scores(wrong)),
    macroF1: (f1(kept, wrong.length - caught, lost) + f1(caught, lost, wrong.length - caught)) / 2,
    precision: share(caught, caught + lost),
    recall: share(caught, wrong.length),
    precisionAtRecall70: precisionAt(rows, wrong.length, 0.7),
    calibrationError: calibrationError(rows),
    falseAlarms: share(right.filter(({ isFlagged }) => isFlagged).length, right.length),
  };
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const f1 = (hits: number, falseHits: number, misses: number) =>
  share(2 * hits, 2 * hits + falseHits + misses);

/** Raises the threshold from the lowest score until enough unsupported rows are below. */
function precisionAt(rows: readonly JudgedRow[], wrong: number, recall: number): number {
  const sorted = rows.toSorted((left, right) => left.score - right.score);
  let found = 0;
  for (let index = 0; index < sorted.length;) {
    const { score } = sorted[index] ?? { score: 0 };
    while (index < sorted.length && sorted[index]?.score === score)
      if (sorted[index++]?.isSupported === false) found++;
    if (found >= recall * wrong) return found / index;
  }
  return 0;
}

function calibrationError(rows: readonly JudgedRow[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const inside = rows.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    if (inside.length === 0) continue;
    const mean = inside.reduce((sum, { score }) => sum + score, 0) / inside.length;
    const right = share(inside.filter(({ isSupported }) => isSupported).length, inside.length);
    error += (inside.length / rows.length) * Math.abs(mean - right);
  }
  return error;
}

/**
 * How much more often a sentence of an answer is right than wrong. Scores are fitted on sets in which half are right;
 * with those odds, an answer of ten sentences would hardly ever be right.
 */
const ODDS_IN_ANSWERS = 9;

/**
 * Of an answer, from the scores of its sentences: between the lowest and the product of all, namely the product to the
 * power of one over the square root of their number. Computed with the odds that sentences have in an answer, and
 * converted back.
 */
export function scoreOfAnswer(scores: readonly number[]): number {
  const product = scores.reduce((all, score) => all * withOdds(score, ODDS_IN_ANSWERS), 1);
  return withOdds(product ** (1 / Math.sqrt(scores.length)), 1 / ODDS_IN_ANSWERS);
}

const withOdds = (score: number, odds: number) => (odds * score) / (odds * score + 1 - score);
