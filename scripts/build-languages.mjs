// Packs the tables for language detection (from the package eld) into one binary file next to the built code of
// @ibid/retrieval. As source code they take half a second and a hundred megabytes in every process that needs them.
// Format: the length of a JSON head (4 bytes, little endian) and the head, padded to 8; the n-grams as sorted numbers
// (8 bytes each); how many languages have each (1 byte); then for each of those the language and its score (2 bytes).
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/retrieval/languages');
const source = join(root, 'node_modules/eld');
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
const load = async (file) => import(pathToFileURL(join(source, 'src', file)).href);
/** The score of n-grams that eld leaves out to save space; stored scores are relative to it. */
const LEAST_SCORE = 53;

/** Builds the file if it is missing or of another version. */
export default async function buildLanguages() {
  const made = join(target, 'version');
  const stamp = `eld ${version}\n`;
  if (existsSync(made) && readFileSync(made, 'utf8') === stamp) return;
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'ngrams.bin'), await pack());
  copyFileSync(join(source, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(made, stamp);
}

async function pack() {
  const { ngramsData } = await load('ngrams/small.js');
  const { dictionary } = await load('dictionary.js');
  const { avgScore } = await load('avgScore.js');
  const byteOf = new Map(dictionary.flatMap((sign, byte) => (sign === ' ' ? [] : [[sign, byte]])));
  const keyOf = (ngram) => [...ngram].reduce((key, sign) => key * 256 + (byteOf.get(sign) ?? 32), 0);
  const entries = Object.entries(ngramsData.ngrams)
    .map(([ngram, scores]) => [keyOf(ngram), Object.entries(scores)])
    .sort(([left], [right]) => left - right);
  const languages = Object.values(ngramsData.languages).map((code) => ({ code, usual: avgScore[code] }));
  const json = JSON.stringify({ languages, leastScore: LEAST_SCORE, ngrams: entries.length });
  const head = Buffer.from(json.padEnd(Math.ceil((json.length + 4) / 8) * 8 - 4));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const keys = Buffer.from(Float64Array.from(entries, ([key]) => key).buffer);
  const counts = Buffer.from(entries.map(([, scores]) => scores.length));
  const pairs = Buffer.from(entries.flatMap(([, scores]) => scores.flat().map(Number)));
  return Buffer.concat([length, head, keys, counts, pairs]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildLanguages();
