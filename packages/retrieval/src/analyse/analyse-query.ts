import { analyseText } from './analyse-text.js';
import { foldCase } from './fold-text.js';
import { functionWords, withoutQuestionPhrases } from './function-words.js';
import { splitWords } from './split-words.js';

/** A word of the query with the tokens it may stand for in the documents' languages. */
export interface QueryTerm {
  /** Different ways the same word was indexed; a document with any of them has the word. */
  variants: readonly string[];
  /** How often the query says it; less where it only may be meant. */
  count: number;
  /** The word as the query has it. */
  typed?: string;
  /** Stood in quotation marks: it is meant as it is written. */
  isQuoted?: boolean;
  /** Set where it was mistyped and the variants are what may be meant: the word that was typed. */
  insteadOf?: string;
}

/**
 * A text that is pasted into a search is longer than a question; behind this much of it nothing changes what is found, and
 * every different word is looked up. Text without spaces has as many of them as characters.
 */
const MOST_CHARACTERS = 8_000;
const MOST_TERMS = 256;

/**
 * A query in the languages it may be in, never translated (KB-4). Words without content are left out while others
 * remain.
 */
export function analyseQuery(options: { text: string; languages: readonly (string | null)[] }): QueryTerm[] {
  const languages = options.languages.length > 0 ? options.languages : [null];
  const text = options.text.slice(0, MOST_CHARACTERS);
  const terms = termsOf(withoutQuestionPhrases(text), languages, true);
  return terms.length > 0 ? terms : termsOf(text, languages, false);
}

function termsOf(text: string, languages: readonly (string | null)[], contentOnly: boolean): QueryTerm[] {
  const byKey = new Map<string, QueryTerm>();
  // One character may stand for eighteen.
  const folded = text.normalize('NFKC').slice(0, MOST_CHARACTERS);
  const quotes = quotedParts(folded);
  for (const { word, start } of splitWords(folded)) {
    if (byKey.size >= MOST_TERMS) break;
    if (contentOnly && (isFunctionWord(word, languages) || isPossessive(folded, word, start))) continue;
    const isQuoted = quotes.some((quote) => start >= quote.start && start < quote.end);
    // Position by position, the same word in each language.
    const perLanguage = languages.map((language) => analyseText({ text: word, language }));
    const length = Math.max(...perLanguage.map((tokens) => tokens.length));
    for (let position = 0; position < length; position += 1) {
      const variants = [...new Set(perLanguage.flatMap((tokens) => tokens[position] ?? []))];
      const key = variants.join(' ');
      const known = byKey.get(key);
      if (known) {
        known.count += 1;
        if (isQuoted) known.isQuoted = true;
      } else if (byKey.size < MOST_TERMS) {
        byKey.set(key, { variants, count: 1, typed: word, ...(isQuoted ? { isQuoted } : {}) });
      }
    }
  }
  return [...byKey.values()];
}

const QUOTED = /"[^"\n]{1,200}"|[“„«][^“”„»«\n]{1,200}[”“»]/gu;

function quotedParts(text: string): { start: number; end: number }[] {
  return [...text.matchAll(QUOTED)].map(({ 0: part, index }) => ({ start: index, end: index + part.length }));
}

/** `"Keep"'s policy`: cut off from its name by the quotation mark, the ending would be the rarest word of the question. */
function isPossessive(text: string, word: string, start: number): boolean {
  return /^s$/iu.test(word) && /['\u2019]/u.test(text.charAt(start - 1));
}

/** In any language the query may be in: the question is about the other words. */
function isFunctionWord(word: string, languages: readonly (string | null)[]): boolean {
  return languages.some((language) => {
    const words = functionWords(language ?? 'en');
    const folded = foldCase(word, language);
    return words.has(folded) || words.has(folded.split("'")[0] ?? '');
  });
}
