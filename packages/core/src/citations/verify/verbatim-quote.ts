import type { RetrievedChunk } from '../../references/retrieved-chunk.js';
import { checkQuotes } from './check-quotes.js';
import { isHeadingLine } from './is-heading.js';

/**
 * Where a sentence that is nothing but a quotation, with or without the title before it, stands in the source word for
 * word; null otherwise. Such a sentence needs no reading: a row of a table was compared with its neighbours, and a
 * plain sentence taken for a heading. A quoted heading proves nothing, so it is left to the rules.
 */
export function verbatimQuote(
  written: string,
  chunks: readonly RetrievedChunk[],
): { chunk: RetrievedChunk; start: number; end: number } | null {
  const [quote, ...others] = checkQuotes({ sentence: written, chunks });
  if (!quote?.place || quote.found !== 'exact' || others.length > 0) return null;
  const { chunkId, start, end } = quote.place;
  const chunk = chunks.find((one) => one.chunkId === chunkId);
  if (!chunk?.text) return null;
  const rest = wordsOf(written.replace(quote.quote, ' ').replaceAll(/\[[\d,\s-]+\]/gu, ' '));
  if (rest !== '' && rest !== wordsOf(chunk.title)) return null;
  if (isHeadingLine(chunk.text, { start, end }) || wordsOf(quote.quote) === wordsOf(chunk.title)) return null;
  const stop = /^[.!?…。]*/u.exec(chunk.text.slice(end, end + 3))?.[0].length ?? 0;
  return { chunk, start, end: end + stop };
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
