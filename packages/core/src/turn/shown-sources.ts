import { sourceOf } from '../context/number-sources.js';
import { type RetrievedChunk, sourceIdOf } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { ShownSource } from './packet.js';

const PREVIEW_CHARACTERS = 240;

/** A finished call's chunks as the page shows them, with the conversation's source numbers. */
export function shownSources(options: {
  chunks: readonly RetrievedChunk[];
  ledger: SourceLedgerSnapshot;
}): ShownSource[] {
  return options.chunks.flatMap((chunk) => {
    const source = sourceOf(options.ledger, chunk.itemId);
    if (!source) return [];
    const { text, ...rest } = chunk;
    return [
      {
        number: source.number,
        sourceId: sourceIdOf(chunk),
        preview: (text ?? '').slice(0, PREVIEW_CHARACTERS),
        ...rest,
      },
    ];
  });
}
