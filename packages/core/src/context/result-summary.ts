import type { ToolCallRecord } from '../messages/chat-message.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { isUsableChunk, sourceOf, titleOf } from './number-sources.js';

const MOST_DOCUMENTS = 5;
const MOST_CHARACTERS = 200;

/**
 * CTX-9: one sentence beside the placeholder on what a past result held: the documents it found, or how its text
 * begins. Taken from the result itself, so it needs no model and invents nothing.
 */
export function resultSummary(call: ToolCallRecord, ledger: SourceLedgerSnapshot): string {
  if (call.summary) return call.summary;
  const { outcome } = call;
  if (!outcome || outcome.isDescriptorPage) return '';
  const documents = documentsOf(outcome.chunks, ledger);
  if (documents.length > 0) {
    const named = documents.slice(0, MOST_DOCUMENTS).join(', ');
    const more = documents.length - MOST_DOCUMENTS;
    return `It held ${named}${more > 0 ? ` and ${more} more` : ''}.`;
  }
  const text = outcome.text.replaceAll(/\s+/g, ' ').trim();
  if (text === '') return '';
  const said = outcome.isError ? 'It failed' : 'It began';
  return `${said}: "${text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text}"`;
}

/** Each document once, with its number. */
function documentsOf(chunks: unknown, ledger: SourceLedgerSnapshot): string[] {
  const named = new Map<string, string>();
  for (const chunk of Array.isArray(chunks) ? chunks : []) {
    if (!isUsableChunk(chunk) || named.has(chunk.itemId)) continue;
    const number = sourceOf(ledger, chunk.itemId)?.number;
    named.set(chunk.itemId, `${number === undefined ? '' : `[${number}] `}${titleOf(chunk)}`);
  }
  return [...named.values()];
}
