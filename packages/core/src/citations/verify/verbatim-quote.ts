import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { checkQuotes } from './check-quotes.js';
import { isHeadingLine } from './is-heading.js';
import { preparedChunk } from './prepared-chunk.js';
import { tokenizeClaim } from './tokenize-claim.js';

/**
 * Where a sentence that consists only of a quotation, optionally preceded by the title and the column names of a table,
 * is in the source verbatim; otherwise null. Such a sentence needs no further check, which would compare a table row
 * with its neighbours or mistake a plain sentence for a heading. A quoted heading proves nothing, so it is left to the
 * rules.
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
  const stop = /^["”’)\]]*[.!?…。]*/u.exec(chunk.text.slice(end, end + 5))?.[0].length ?? 0;
  return { chunk, start, end: end + stop };
}

const FEWEST_WORDS = 4;
const LONGEST_LINE = 1_000;

/**
 * Where a claim is a whole line of the source, word for word and sign for sign, such as a row of a query's result;
 * otherwise null. The rules would compare `Paid no` in it with the rows beside it.
 */
export function verbatimLine(
  written: string,
  chunks: readonly RetrievedChunk[],
): { chunk: RetrievedChunk; start: number; end: number } | null {
  const claimed = lineOf(written);
  if (
    claimed.length > LONGEST_LINE ||
    wordsOf(claimed).split(' ').length < FEWEST_WORDS ||
    /[?:]$/u.test(claimed)
  )
    return null;
  for (const chunk of chunks) {
    for (const { 0: line, index } of (chunk.text ?? '').matchAll(/[^\n]+/gu)) {
      const span = { start: index, end: index + line.length };
      if (
        line.length < claimed.length + MOST_MARKS &&
        lineOf(line) === claimed &&
        !isHeadingLine(chunk.text ?? '', span)
      )
        return { chunk, ...span };
    }
  }
  return null;
}

/** More than the marks of a list item and the full stop. */
const MOST_MARKS = 20;

/** Without the marks of a list, emphasis, citations and the full stop. */
const lineOf = (line: string) =>
  line
    .replaceAll(/\[[\d,\s-]+\]|\*\*/gu, '')
    .replace(/^\s*[-*]\s+/u, '')
    .replace(/[\s.]+$/u, '')
    .trim();

/**
 * After a title, to distinguish two documents of that title: `Hand hygiene (2025-09-09)`, `(2024-02, replaced
 * version)`.
 */
const DAY = /\((\d{4}(?:-\d{2}){1,2})(?:, (?:replaced version|version in force))?\)/u;

/** Whether the document or its metadata has this date. */
function isDayOf(chunks: readonly RetrievedChunk[], day: string): boolean {
  const [date] = tokenizeClaim(day);
  return chunks.some(
    (chunk) =>
      (date !== undefined && preparedChunk(chunk).occurrences.has(date.term)) ||
      JSON.stringify(chunk.metadata ?? {}).includes(day),
  );
}

/** The words of each header row of a table. */
function headersOf(text: string): string[] {
  return [...text.matchAll(/^(\|.*)\n\|[\s:|-]*-[\s:|-]*$/gmu)].map(([, header]) => wordsOf(header ?? ''));
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
