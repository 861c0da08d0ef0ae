import type { Copied } from '../lib/use-copy.js';
import { addressFor, client } from './request.js';

export type ExportFormat = 'footnotes' | 'html' | 'docx' | 'bibtex' | 'csl' | 'json';

/** Saves a conversation, or one answer of it, as a file. */
export function saveExport(conversationId: string, format: ExportFormat, message?: string): void {
  const link = document.createElement('a');
  link.href = addressFor(
    'GET /api/conversations/{id}/export',
    { id: conversationId },
    { format, ...(message === undefined ? {} : { message }) },
  );
  link.download = '';
  link.click();
}

/** ANS-4: an answer with its notes, for the clipboard. */
export async function fetchForClipboard(conversationId: string, message: string): Promise<Copied> {
  const address = addressFor(
    'GET /api/conversations/{id}/export',
    { id: conversationId },
    { format: 'clipboard', message },
  );
  return (await (await client.send('GET', address)).json()) as Copied;
}
