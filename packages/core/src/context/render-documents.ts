import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { documentsIntroPrompt } from './prompts/prompts.generated.js';
import { wellFormed } from './well-formed.js';
import { withFields } from '../messages/with-fields.js';

/** CTX-7: the number first, then the short fields, the long one last. */
export interface ShownDocument {
  document: number;
  title: string;
  metadata: string;
  url?: string;
  /** Absent if the search did not return text. */
  contents?: string;
}

/** Documents in a user message: one line, then the JSON. */
export function renderDocumentsMessage(documents: readonly ShownDocument[]): string {
  return joinDocuments(documents.map(documentJson));
}

/** The same for documents that are already JSON. */
export function joinDocuments(documents: readonly string[]): string {
  return `${DOCUMENTS_START}${documents.join(',')}${DOCUMENTS_END}`;
}

export function documentJson(document: ShownDocument): string {
  return JSON.stringify(inOrder(document));
}

export const DOCUMENTS_START = `${documentsIntroPrompt}\n{"documents":[`;
const DOCUMENTS_END = ']}';

/** Search results are the same JSON without the line; other facts from the tool come before the documents. */
export function renderDocumentsResult(options: {
  facts: Record<string, JsonValue>;
  documents: readonly ShownDocument[];
}): string {
  const documents = options.documents.map(inOrder);
  if (!('documents' in options.facts)) return JSON.stringify(withFields(options.facts, { documents }));
  // Keeps the documents last here too.
  const { documents: _own, ...facts } = options.facts;
  return JSON.stringify({ ...facts, documents });
}

function inOrder(document: ShownDocument): ShownDocument {
  const shown: ShownDocument = {
    document: document.document,
    title: wellFormed(document.title),
    metadata: wellFormed(document.metadata),
  };
  if (document.url !== undefined) shown.url = document.url;
  if (document.contents !== undefined) shown.contents = wellFormed(document.contents);
  return shown;
}

/** Short facts about a chunk in one line: heading, page, then metadata from the knowledge base. */
export function metadataLine(chunk: RetrievedChunk): string {
  const facts: string[] = [];
  if (chunk.headingPath && chunk.headingPath.length > 0) facts.push(chunk.headingPath.join(' > '));
  if (chunk.page !== undefined) facts.push(`page ${chunk.page}`);
  for (const [name, value] of Object.entries(chunk.metadata ?? {})) {
    if (value === null || value === '') continue;
    facts.push(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  return facts.join('; ');
}
