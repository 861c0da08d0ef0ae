import type { DocumentLine } from './document-lines.js';
import type { TextPiece } from './highlighted-text.js';

/** A cell as pieces of text; the marked ones belong to the passage. */
type Cell = TextPiece[];

export type ShownBlock =
  | { kind: 'line'; line: DocumentLine }
  | { kind: 'table'; header: Cell[] | null; rows: Cell[][] };

/** Groups lines for display: consecutive rows become one table, with its header if visible. */
export function documentBlocks(lines: readonly DocumentLine[]): ShownBlock[] {
  const blocks: ShownBlock[] = [];
  for (const line of lines) {
    if (line.kind !== 'row') {
      blocks.push({ kind: 'line', line });
      continue;
    }
    const last = blocks.at(-1);
    const table =
      last?.kind === 'table' ? last : ({ kind: 'table', header: null, rows: [] } satisfies ShownBlock);
    if (table !== last) blocks.push(table);
    if (isRule(line)) table.header ??= table.rows.length === 1 ? (table.rows.pop() ?? null) : null;
    else table.rows.push(cellsOf(line.pieces));
  }
  return blocks;
}

/** The heading above the passage, if visible. */
export function headingAbove(lines: readonly DocumentLine[]): string | null {
  const first = lines.findIndex((line) => line.pieces.some((piece) => piece.marked));
  const heading = lines.slice(0, Math.max(0, first)).findLast((line) => line.kind === 'heading');
  return heading === undefined ? null : heading.pieces.map((piece) => piece.text).join('');
}

/** The line of dashes below a header. */
function isRule(line: DocumentLine): boolean {
  return /^[\s|:-]*-[\s|:-]*$/.test(line.pieces.map((piece) => piece.text).join(''));
}

function cellsOf(pieces: readonly TextPiece[]): Cell[] {
  const cells: Cell[] = [[]];
  let escaped = false;
  for (const { text, marked, look } of pieces) {
    for (const character of text) {
      if (character === '|' && !escaped) cells.push([]);
      else if (character !== '\\' || escaped)
        append(cells.at(-1) ?? [], character, { marked, ...(look && { look }) });
      escaped = character === '\\' && !escaped;
    }
  }
  // A row begins and ends with a bar: what is outside of them is not a cell.
  return cells.slice(1, -1).map(trimmed);
}

function append(cell: Cell, character: string, as: Omit<TextPiece, 'text'>): void {
  const last = cell.at(-1);
  if (last?.marked === as.marked && last.look === as.look) last.text += character;
  else cell.push({ text: character, ...as });
}

function trimmed(cell: Cell): Cell {
  const first = cell[0];
  const last = cell.at(-1);
  if (first !== undefined) first.text = first.text.trimStart();
  if (last !== undefined) last.text = last.text.trimEnd();
  return cell.filter((piece) => piece.text !== '');
}
