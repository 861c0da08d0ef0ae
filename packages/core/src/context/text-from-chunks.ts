import type { RetrievedChunk } from '../sources/retrieved-chunk.js';

/**
 * An item's text, joined from its chunks. If spans are known, text shared by neighbouring chunks is taken once;
 * otherwise chunks are joined in order with a blank line.
 */
export function textFromChunks(chunks: readonly RetrievedChunk[]): string {
  const withText = chunks.filter((chunk) => chunk.text !== null && chunk.text !== '');
  const ordered = withText.toSorted(
    (left, right) =>
      (left.span?.start ?? 0) - (right.span?.start ?? 0) || (left.ordinal ?? 0) - (right.ordinal ?? 0),
  );
  let text = '';
  let end: number | null = null;
  for (const chunk of ordered) {
    const own = chunk.text ?? '';
    // A span whose length differs from its text cannot tell what overlaps.
    const span = chunk.span && chunk.span.end - chunk.span.start === own.length ? chunk.span : null;
    if (text === '') text = own;
    else if (span && end !== null && span.start <= end)
      text += own.slice(Math.min(own.length, end - span.start));
    else text += `\n\n${own}`;
    end = span ? Math.max(end ?? 0, span.end) : null;
  }
  return text;
}
