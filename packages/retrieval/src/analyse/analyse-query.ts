import { analyseText } from './analyse-text.js';
import { foldCase } from './fold-text.js';
import { functionWords, withoutQuestionPhrases } from './function-words.js';
import { splitWords } from './split-words.js';

/** A word of the query with the tokens it may have in the documents' languages. */
export interface QueryTerm {
  /** Forms under which the same word was indexed. A document with any of them has the word. */
  variants: readonly string[];
  /** How often the query contains it; lower for a guess at a mistyped word. */
  count: number;
  /** The word as the query has it. */
  typed?: string;
  /** Was in quotation marks, so it is taken literally. */
  isQuoted?: boolean;
  /** The mistyped word, if the variants are guesses at what was meant. */
  insteadOf?: string;
}

/**
 * Text pasted into a search can be longer than any question. Beyond this length it no longer changes the results, but
 * every distinct word costs a lookup. Text without spaces has as many words as characters.
 */
const MOST_CHARACTERS = 8_000;
const MOST_TERMS = 256;

/**
 * Analyses a query in each language it may be in, without translating it (KB-4). Function words are dropped unless
 * nothing else remains.
 */
export function analyseQuery(options: { text: string; languages: readonly (string | null)[] }): QueryTerm[] {
  const languages = options.languages.length > 0 ? options.languages : [null];
  const text = options.text.slice(0, MOST_CHARACTERS);
  const terms = termsOf(withoutQuestionPhrases(text), languages, true);
  return terms.length > 0 ? terms : termsOf(text, languages, false);
}

function termsOf(text: string, languages: readonly (string | null)[], contentOnly: boolean): QueryTerm[] {
  const byKey = new Map<string, QueryTerm>();
  // NFKC can turn one character into eighteen.
  const folded = text.normalize('NFKC').slice(0, MOST_CHARACTERS);
  const quotes = quotedParts(folded);
  for (const { word, start } of splitWords(folded)) {
    if (byKey.size >= MOST_TERMS) break;
    if (contentOnly && (isFunctionWord(word, languages) || isPossessive(folded, word, start))) continue;
    const isQuoted = quotes.some((quote) => start >= quote.start && start < quote.end);
    // Position by position: the same word in each language.
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

/**
 * `"Keep"'s policy`: the quotation mark separates the `s` from its name, and it would be the rarest word of the
 * question.
 */
function isPossessive(text: string, word: string, start: number): boolean {
  return /^s$/iu.test(word) && /['\u2019]/u.test(text.charAt(start - 1));
}

/** True if it is a function word in any language the query may be in. */
function isFunctionWord(word: string, languages: readonly (string | null)[]): boolean {
  return languages.some((language) => {
    const words = functionWords(language ?? 'en');
    const folded = foldCase(word, language);
    return words.has(folded) || words.has(folded.split("'")[0] ?? '');
  });
}
