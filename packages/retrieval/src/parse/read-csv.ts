/**
 * Rows of cells, sliced from the text: building them letter by letter took thirty times the file's memory. A quoted
 * cell may contain delimiters, line breaks and doubled quotation marks. In an unquoted cell, a quotation mark is
 * literal. The text may come in pieces; only those of an unfinished row are kept.
 */
export function* readCsv(pieces: Iterable<string>, delimiter: string): Generator<string[]> {
  let text = '';
  /** Parse again only when there is twice as much text: an unclosed quotation mark must not cost quadratic time. */
  let enough = 0;
  for (const piece of pieces) {
    text += piece;
    if (text.length < enough) continue;
    const used = yield* wholeRows(text, delimiter, false);
    text = text.slice(used);
    enough = used === 0 ? text.length * 2 : 0;
  }
  yield* wholeRows(text, delimiter, true);
}

/** Yields the complete rows and returns where the next one starts. */
function* wholeRows(text: string, delimiter: string, isAll: boolean): Generator<string[], number> {
  let row: string[] = [];
  let at = 0;
  let begin = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    if (end >= text.length && !isAll) return begin;
    row.push(cell);
    const isLast = text[end] !== delimiter;
    at = end + 1;
    if (isLast) {
      yield row;
      row = [];
      begin = at;
    } else if (at >= text.length && isAll) row.push('');
  }
  if (isAll && row.length > 0) yield row;
  return begin;
}

function plainCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { cell: parts.join('') + text.slice(from), end: text.length };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      // Text between the closing quotation mark and the delimiter belongs to the cell.
      const rest = plainCell(text, quote + 1, delimiter);
      return { cell: parts.join('') + rest.cell, end: rest.end };
    }
    parts.push('"');
    from = quote + 2;
  }
}
