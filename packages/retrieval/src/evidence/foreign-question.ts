import { detectLanguage, likelyLanguages } from '../analyse/detect-language.js';
import { ABSENT, type EvidenceCell } from './evidence-column.js';
import type { EvidenceDocument } from './evidence-document.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
/** How many characters are used to detect a document's language. */
const READ = 4_000;

const REASON =
  'The question and the document are in different languages, so the words of the question were not found. Ask in the language of the document, or use a language model.';

/**
 * For a question that quoting could not answer. If the document is in another language, missing words do not show that
 * it does not say so.
 */
export function absentCell(question: string, document: EvidenceDocument): EvidenceCell {
  return isForeign(question, document) ? { ...ABSENT, reason: REASON } : ABSENT;
}

function isForeign(question: string, { chunks }: EvidenceDocument): boolean {
  let text = '';
  for (const chunk of chunks) {
    text += `${chunk.text ?? ''}\n`;
    if (text.length >= READ) break;
  }
  const own = detectLanguage(text);
  return own !== null && !likelyLanguages(question, [...new Set([own, ...LANGUAGES])]).includes(own);
}
