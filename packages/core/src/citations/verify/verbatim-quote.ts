import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { checkQuotes } from './check-quotes.js';
import { isHeadingLine } from './is-heading.js';
import { preparedChunk } from './prepared-chunk.js';
import { tokenizeClaim } from './tokenize-claim.js';

/**
 * Where a sentence that is nothing but a quotation, with or without the title and the names of a table's columns before it,
 * is in the source word for word; null otherwise. Such a sentence needs no reading: a row of a table was compared with its neighbours, and a
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
  const own = chunks.filter(({ itemId }) => itemId === chunk.itemId);
  const outside = written.replace(quote.quote, ' ').replaceAll(/\[[\d,\s-]+\]/gu, ' ');
  const rest = wordsOf(outside.replace(DAY, (_, day: string) => (isDayOf(own, day) ? ' ' : day)));
  const title = wordsOf(chunk.title);
  // The rows of a long table continue in chunks that do not repeat its header.
  const headers = own.flatMap(({ text }) => headersOf(text ?? ''));
  const isPlace = rest === title || headers.some((header) => rest === `${title} ${header}`);
  if (rest !== '' && !isPlace) return null;
  if (isHeadingLine(chunk.text, { start, end }) || wordsOf(quote.quote) === wordsOf(chunk.title)) return null;
  const stop = /^[.!?…。]*/u.exec(chunk.text.slice(end, end + 3))?.[0].length ?? 0;
  return { chunk, start, end: end + stop };
}

/** Behind a title, to tell two documents of that title apart: `Hand hygiene (2025-09-09)`, `(2024-02, replaced version)`. */
const DAY = /\((\d{4}(?:-\d{2}){1,2})(?:, (?:replaced version|version in force))?\)/u;

/** Whether the document, or what is known of it, has this day. */
function isDayOf(chunks: readonly RetrievedChunk[], day: string): boolean {
  const [date] = tokenizeClaim(day);
  return chunks.some(
    (chunk) =>
      (date !== undefined && preparedChunk(chunk).occurrences.has(date.term)) ||
      JSON.stringify(chunk.metadata ?? {}).includes(day),
  );
}

/** Words of each row that names the columns of a table. */
function headersOf(text: string): string[] {
  return [...text.matchAll(/^(\|.*)\n\|[\s:|-]*-[\s:|-]*$/gmu)].map(([, header]) => wordsOf(header ?? ''));
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
