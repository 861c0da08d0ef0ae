import { detectLanguage, likelyLanguages } from '../analyse/detect-language.js';
import { ABSENT, type EvidenceCell } from './evidence-column.js';
import type { EvidenceDocument } from './evidence-document.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
/** Characters of a document that tell its language. */
const READ = 4_000;

const REASON =
  'The question is in another language than the document, so its words were not found. Ask it in the language of the document, or with a language model.';

/** Where quoting found nothing: a document in another language may say it, and a missing word does not show that it does not. */
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
