import { titleOf } from './number-sources.js';
import { metadataLine, type ShownDocument } from './render-documents.js';
import type { NumberedChunk } from './view-calls.js';

/** Separates passages of one document that are not adjacent. */
const GAP = '\n[…]\n';

/**
 * One entry per document: one number is one item (REF-2), so a number never appears twice in one result. Documents are
 * ordered by their best passage, passages by reading order, with a mark where text is missing.
 */
export function groupDocuments(chunks: readonly NumberedChunk[]): ShownDocument[] {
  const byNumber = new Map<number, NumberedChunk[]>();
  for (const entry of chunks) {
    const group = byNumber.get(entry.number);
    if (group) group.push(entry);
    else byNumber.set(entry.number, [entry]);
  }
  return [...byNumber.values()].map((group) => {
    const best = group[0] as NumberedChunk;
    const reading = [...group].sort(inReadingOrder);
    const url = reading.find(({ chunk }) => chunk.url !== undefined)?.chunk.url;
    const contents = joinPassages(reading);
    return {
      document: best.number,
      title: titleOf(best.chunk),
      metadata: metadataOf(reading),
      ...(url === undefined ? {} : { url }),
      ...(contents === null ? {} : { contents }),
    };
  });
}

function metadataOf(group: readonly NumberedChunk[]): string {
  const lines = new Set(group.map(({ chunk }) => metadataLine(chunk)).filter((line) => line !== ''));
  return [...lines].join(' | ');
}

function joinPassages(group: readonly NumberedChunk[]): string | null {
  let joined: string | null = null;
  let last: NumberedChunk | null = null;
  for (const entry of group) {
    if (entry.chunk.text === null) continue;
    if (joined === null || last === null) joined = entry.chunk.text;
    else joined += (follows(last, entry) ? '\n' : GAP) + entry.chunk.text;
    last = entry;
  }
  return joined;
}

function follows(before: NumberedChunk, after: NumberedChunk): boolean {
  if (before.chunk.ordinal === undefined || after.chunk.ordinal === undefined) return false;
  return after.chunk.ordinal === before.chunk.ordinal + 1;
}

function inReadingOrder(left: NumberedChunk, right: NumberedChunk): number {
  const byOrdinal = (left.chunk.ordinal ?? 0) - (right.chunk.ordinal ?? 0);
  return byOrdinal !== 0 ? byOrdinal : (left.chunk.span?.start ?? 0) - (right.chunk.span?.start ?? 0);
}
