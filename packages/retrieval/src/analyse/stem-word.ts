import { createRequire } from 'node:module';
import { foldAccents } from './fold-text.js';

interface Stemmer {
  stem(word: string): string;
}

/** Loaded with the first word, because loading takes a tenth of a second. */
function newStemmer(algorithm: string): Stemmer {
  const snowball = createRequire(import.meta.url)('snowball-stemmers') as {
    newStemmer(algorithm: string): Stemmer;
  };
  return snowball.newStemmer(algorithm);
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  hu: 'hungarian',
  it: 'italian',
  ga: 'irish',
  no: 'norwegian',
  nb: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  es: 'spanish',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Words repeat, so stems are cached. A full cache is cleared. */
const REMEMBERED_WORDS = 100_000;

const stemmers = new Map<string, { stemmer: Stemmer | null; known: Map<string, string> }>();

/** The stem of a case-folded word, with accents folded where its language allows it (KB-4). */
export function stemWord(word: string, language: string | null): string {
  // Text of unknown language is mostly code, tables or names, and its words are most often English.
  const key = language ?? 'en';
  let entry = stemmers.get(key);
  if (!entry) {
    const algorithm = ALGORITHMS[key];
    entry = { stemmer: algorithm ? newStemmer(algorithm) : null, known: new Map() };
    stemmers.set(key, entry);
  }
  const known = entry.known.get(word);
  if (known !== undefined) return known;
  const stemmed = entry.stemmer && word.length > 2 && !/\d/.test(word) ? entry.stemmer.stem(word) : word;
  const folded = foldAccents(stemmed || word, language) || word;
  if (entry.known.size >= REMEMBERED_WORDS) entry.known.clear();
  entry.known.set(word, folded);
  return folded;
}
