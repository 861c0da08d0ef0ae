import { sourceOf } from '../context/number-sources.js';
import { metadataLine, renderDocumentsResult } from '../context/render-documents.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';

/** Everything a call returned for the model to read, uncut, as stored in its descriptor. */
export function wholeResult(outcome: ToolOutcome, ledger: SourceLedgerSnapshot): string {
  const chunks = [...(outcome.chunks ?? []), ...(outcome.leftOut ?? [])];
  if (chunks.length === 0) {
    const figures = outcome.figures ? JSON.stringify(outcome.figures) : '';
    return [outcome.text, figures].filter((part) => part !== '').join('\n');
  }
  const documents = chunks.map((chunk) => ({
    document: sourceOf(ledger, chunk.itemId)?.number ?? 0,
    title: chunk.title,
    metadata: metadataLine(chunk),
    ...(chunk.url === undefined ? {} : { url: chunk.url }),
    ...(chunk.text === null ? {} : { contents: chunk.text }),
  }));
  const facts = outcome.text === '' ? { ...outcome.figures } : { text: outcome.text, ...outcome.figures };
  return renderDocumentsResult({ facts, documents });
}
