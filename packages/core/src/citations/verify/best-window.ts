import type { ClaimWeights } from './claim-weights.js';
import type { TermMatches } from './term-match.js';
import type { PreparedText } from './prepared-text.js';

export interface SentenceWindow {
  first: number;
  last: number;
  /** Share of the claim's weight that the window covers, 0 to 1. */
  coverage: number;
}

/** Best coverage by one sentence, by up to three, and the window that is the best passage. */
export interface WindowScores {
  one: number;
  three: number;
  passage: SentenceWindow | null;
}

const MAX_SENTENCES = 3;
/** How much more of the claim a further sentence must cover to belong to the passage. */
const SENTENCE_COST = 0.08;

/**
 * Buffers reused between calls: the terms of each sentence as linked lists (first and last entry, the term of each
 * entry, its successor), and for each term the last window that counted it.
 */
let first = new Int32Array(64);
let last = new Int32Array(64);
let countedIn = new Int32Array(64);
/** By term: how much it covers where it is found. */
let gains = new Float64Array(64);
const termAt: number[] = [];
const nextAt: number[] = [];

export function bestWindow(
  text: PreparedText,
  matches: TermMatches,
  { weights, total }: ClaimWeights,
): WindowScores {
  const sentences = text.sentences.length;
  makeRoom(sentences, matches.length);
  for (let id = 0; id < matches.length; id++) gains[id] = (matches[id]?.strength ?? 0) * (weights[id] ?? 0);
  const fromContext = listBySentence(text, matches);
  const scores: WindowScores = { one: 0, three: 0, passage: null };
  let bestValue = 0;
  for (let start = 0; start < sentences; start++) {
    if (first[start] === -1) continue;
    let covered = fromContext;
    const end = Math.min(start + MAX_SENTENCES, sentences);
    for (let sentence = start; sentence < end; sentence++) {
      for (let entry = first[sentence] ?? -1; entry !== -1; entry = nextAt[entry] ?? -1) {
        const id = termAt[entry] ?? 0;
        if (countedIn[id] === start) continue;
        countedIn[id] = start;
        covered += gains[id] ?? 0;
      }
      const coverage = covered / total;
      if (sentence === start && coverage > scores.one) scores.one = coverage;
      if (coverage > scores.three) scores.three = coverage;
      const value = coverage - SENTENCE_COST * (sentence - start);
      if (value <= bestValue) continue;
      bestValue = value;
      scores.passage = { first: start, last: sentence, coverage };
    }
  }
  return scores;
}

function makeRoom(sentences: number, terms: number): void {
  if (first.length < sentences) {
    first = new Int32Array(2 * sentences);
    last = new Int32Array(2 * sentences);
  }
  if (countedIn.length < terms) {
    countedIn = new Int32Array(2 * terms);
    gains = new Float64Array(2 * terms);
  }
  first.fill(-1, 0, sentences);
  countedIn.fill(-1, 0, terms);
}

/** Fills the lists; returns how much the title and the headings cover. */
function listBySentence(text: PreparedText, matches: TermMatches): number {
  let entries = 0;
  let fromContext = 0;
  for (let id = 0; id < matches.length; id++) {
    const positions = matches[id]?.positions;
    if (!positions) continue;
    if (positions.length === 0) fromContext += gains[id] ?? 0;
    let before = -1;
    for (const position of positions) {
      const sentence = text.sentenceOf[position] ?? 0;
      if (sentence === before) continue;
      before = sentence;
      entries = addTerm(id, sentence, entries);
      // Table headers apply to each of the rows.
      const table = text.heads.get(sentence);
      if (table)
        for (let row = table.first + 1; row <= table.last; row++) entries = addTerm(id, row, entries);
    }
  }
  return fromContext;
}

function addTerm(id: number, sentence: number, entries: number): number {
  termAt[entries] = id;
  nextAt[entries] = -1;
  if (first[sentence] === -1) first[sentence] = entries;
  else nextAt[last[sentence] ?? 0] = entries;
  last[sentence] = entries;
  return entries + 1;
}
