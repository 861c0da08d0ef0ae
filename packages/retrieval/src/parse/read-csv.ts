/**
 * Rows of cells, cut out of the text: building them letter by letter took thirty times the memory of the file. A cell in
 * quotation marks may hold delimiters, line ends and doubled marks; a mark inside a plain cell is a letter. The text may
 * come in pieces, of which only those are held that a row is not at its end in.
 */
export function* readCsv(pieces: Iterable<string>, delimiter: string): Generator<string[]> {
  let text = '';
  /** Read again only when there is twice as much: a mark that is never closed must not cost the square of the file. */
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

/** The rows that are there to their end; returns where the next one begins. */
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
      // What is between the closing mark and the delimiter belongs to the cell.
      const rest = plainCell(text, quote + 1, delimiter);
      return { cell: parts.join('') + rest.cell, end: rest.end };
    }
    parts.push('"');
    from = quote + 2;
  }
}
