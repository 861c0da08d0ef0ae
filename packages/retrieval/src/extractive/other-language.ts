import { detectLanguage } from '../analyse/index.js';
import { plainWords } from './about-names.js';
import { askedKind, holdsKind } from './asked-kind.js';
import { askedNames } from './asked-names.js';
import { documentSentences } from './document-sentences.js';
import type { OwnLanguage } from './own-words.js';
import type { PromptDocument } from './read-prompt.js';

/** What a document in another language says about what the question names. */
export interface ForeignQuote {
  language: string;
  name: string;
  title: string;
  text: string;
  number: number;
}

/**
 * The closest sentence in a document of another language, if documents in the question's own language do not answer:
 * the first of the right kind, at or below the one with the name. Null if no such document has the name.
 */
export function foreignQuote(
  question: string,
  own: OwnLanguage,
  documents: readonly PromptDocument[],
): ForeignQuote | null {
  const names = askedNames(question);
  const kind = askedKind(question);
  for (const { contents, title, number } of documents) {
    const language = detectLanguage(contents);
    if (language === null || language === own) continue;
    const sentences = documentSentences(contents).filter(({ isHeader }) => !isHeader);
    for (const name of names) {
      const words = plainWords(name);
      const said = (text: string) => {
        const held = new Set(plainWords(text));
        return words.every((word) => held.has(word));
      };
      const at = sentences.findIndex(({ text }) => said(text));
      if (at < 0 && !said(title)) continue;
      const below = sentences.slice(Math.max(0, at));
      // The header of a letter has a date but is not a sentence.
      const isWhole = (text: string) =>
        /[.!?]$/u.test(text.trim()) && text.trim().split(/\s+/u).length >= FEWEST;
      const found =
        below.find(({ text }) => kind !== null && isWhole(text) && holdsKind(text, kind)) ??
        below.find(({ text }) => isWhole(text));
      if (found) return { language, name, title, text: found.text, number };
    }
  }
  return null;
}

const FEWEST = 4;
