import { readFileSync } from 'node:fs';
import { packageUrl } from '../package-url.js';

/** How well a text matches each language, by ISO 639-1 code. */
export interface LanguageGuess {
  /** The best match; null if no language matches. */
  language: string | null;
  /** Whether the text matches about as well as texts of that language usually do. */
  isReliable: boolean;
  /** From 0 to 1. */
  scores: Record<string, number>;
}

interface Table {
  languages: { code: string; usual: number }[];
  leastScore: number;
  /** N-grams as numbers, byte by byte, sorted. */
  keys: Float64Array;
  /** Where the pairs of each n-gram start. */
  starts: Uint32Array;
  /** Alternating language and score. */
  pairs: Uint8Array;
}

const SPACE = 32;
/** More text adds nothing. Words are cut only at the second byte limit. */
const MOST_CHARACTERS = 1_000;
const ENOUGH_BYTES = 350;
const MOST_BYTES = 380;
const LONGEST_WORD = 70;
/** Halves the score of an n-gram this common. */
const SCALE = 25;
const USUAL_SHARE = 0.75;
const FEWEST_NGRAMS = 3;

/** Non-letters separate words, except an apostrophe inside one. The tables have no letters beyond the basic plane. */
const SEPARATORS = /(?:\P{L}|[\u{10000}-\u{10ffff}])+(?<!['`’])/gu;

let table: Table | null = null;

/** Compares the n-grams of the text's words with those of sixty languages. */
export function guessLanguage(text: string): LanguageGuess {
  table ??= loadTable();
  const { languages, leastScore, starts, pairs } = table;
  const sums = new Float64Array(languages.length);
  const ngrams = ngramsOf(wordsOf(text));
  for (const ngram of ngrams) {
    const at = placeOf(table.keys, ngram);
    if (at === -1) continue;
    for (let pair = starts[at]!; pair < starts[at + 1]!; pair += 1)
      sums[pairs[pair * 2]!]! += pairs[pair * 2 + 1]! + leastScore;
  }
  const best = sums.reduce((leader, sum, index) => (sum > sums[leader]! ? index : leader), 0);
  const score = (sum: number) => sum / ngrams.size / (sum / ngrams.size + SCALE);
  const { code, usual } = languages[best]!;
  if (sums[best] === 0) return { language: null, isReliable: false, scores: {} };
  return {
    language: code,
    isReliable: ngrams.size >= FEWEST_NGRAMS && score(sums[best]!) >= usual * USUAL_SHARE,
    scores: Object.fromEntries(
      languages.flatMap((language, index) =>
        sums[index]! > 0 ? [[language.code, score(sums[index]!)]] : [],
      ),
    ),
  };
}

/** The first words in lower case, as bytes. */
function wordsOf(text: string): Uint8Array[] {
  const plain = text.slice(0, MOST_CHARACTERS).replaceAll(SEPARATORS, ' ').trim().toLowerCase();
  const bytes = Buffer.from(plain);
  const words: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const space = bytes.indexOf(SPACE, start);
    const end = space === -1 ? bytes.length : space;
    if (end > start) words.push(bytes.subarray(start, Math.min(end, MOST_BYTES)));
    start = end + 1;
    if (end > ENOUGH_BYTES) break;
  }
  return words;
}

/** Four bytes every three bytes, and the last four. A space marks the edge of a word. */
function ngramsOf(words: readonly Uint8Array[]): Set<number> {
  const ngrams = new Set<number>();
  for (const word of words) {
    const length = Math.min(word.length, LONGEST_WORD);
    let from = 0;
    for (; from + 4 < length; from += 3) ngrams.add(keyOf(word, from, from + 4, from === 0 ? SPACE : 0));
    ngrams.add(keyOf(word, Math.max(0, length - 4), length, from === 0 ? SPACE : 0) * 256 + SPACE);
  }
  return ngrams;
}

function keyOf(word: Uint8Array, from: number, to: number, before: number): number {
  let key = before;
  for (let at = from; at < to; at += 1) key = key * 256 + word[at]!;
  return key;
}

function placeOf(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle]!;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The file is written by scripts/build-languages.mjs, which documents the format. */
function loadTable(): Table {
  const file = readFileSync(packageUrl(import.meta.url, 'languages/ngrams.bin'));
  const { buffer, byteOffset } = new Uint8Array(file);
  const length = file.readUInt32LE(0);
  const head = JSON.parse(file.toString('utf8', 4, 4 + length)) as Pick<Table, 'languages' | 'leastScore'> & {
    ngrams: number;
  };
  const keysAt = byteOffset + 4 + length;
  const countsAt = keysAt + head.ngrams * 8;
  const counts = new Uint8Array(buffer, countsAt, head.ngrams);
  const starts = new Uint32Array(head.ngrams + 1);
  for (const [index, count] of counts.entries()) starts[index + 1] = starts[index]! + count;
  return {
    languages: head.languages,
    leastScore: head.leastScore,
    keys: new Float64Array(buffer, keysAt, head.ngrams),
    starts,
    pairs: new Uint8Array(buffer, countsAt + head.ngrams),
  };
}
