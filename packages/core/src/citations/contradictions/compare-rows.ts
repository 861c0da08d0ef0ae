import type { StatementDifference } from './compare-statements.js';
import { areOfOneThing } from './parallel-titles.js';
import { cellsOf, headingsAbove, onlyFigureIn } from './row-values.js';
import { compareQuantities } from './quantity.js';
import type { Statement } from './statement.js';

/** `25-0217`, `NC-3`, `P30`: a code that identifies one thing, wherever it appears. */
const CODE = /^(?=.*\d)(?:[\p{L}\d]+(?:[-/][\p{L}\d]+)+|\p{Lu}+\d+)$/u;
const MARKS = /[*†‡°¹²³]+$/u;

/**
 * The same row of the same table in two documents, except for a figure: below `Sample | Place | Nitrate (mg/l)` the
 * rows `25-0217 | Weir | 61.2` and `25-0217 | Weir | 30.6`. If most figures differ, the rows are from different times.
 */
export function compareRows(one: Statement, other: Statement): StatementDifference | null {
  const [ours, theirs] = [rowOf(one), rowOf(other)];
  if (!ours || !theirs || ours.headings.join('|') !== theirs.headings.join('|')) return null;
  let same = 0;
  let named = 0;
  const differing: number[] = [];
  for (const [at, cell] of ours.cells.entries()) {
    const against = theirs.cells[at] ?? '';
    const [left, right] = [figureOf(cell), figureOf(against)];
    if (left && right && at > 0 && !CODE.test(cell)) {
      const agreement = compareQuantities(left, right);
      if (agreement === 'other') differing.push(at);
      else if (agreement === 'same') same++;
      else return null;
    } else if (cell !== against) return null;
    else if (cell !== '') named++;
  }
  if (named === 0 || differing.length === 0 || differing.length > same) return null;
  const hasCode = ours.cells.some((cell) => CODE.test(cell));
  if (!hasCode && !areOfOneThing(one, other)) return null;
  const at = differing[0] ?? 0;
  const unit = /[([]([^)\]]{1,12})[)\]]/.exec(ours.headings[at] ?? '')?.[1];
  const said = (cell = '') => (unit === undefined ? cell : `${cell} ${unit}`);
  return {
    kind: 'number',
    said: [said(ours.cells[at]), said(theirs.cells[at])],
    closeness: (same + named) / ours.cells.length,
    isOpen: !hasCode || differing.length > 1,
  };
}

function rowOf({ chunk, span, text }: Statement): { headings: string[]; cells: string[] } | null {
  if (!text.startsWith('|')) return null;
  const headings = headingsAbove(chunk.text ?? '', span.start);
  const cells = cellsOf(text).map((cell) => cell.replace(MARKS, '').trim());
  return headings.length === cells.length && cells.length > 2 ? { headings, cells } : null;
}

function figureOf(cell: string) {
  const figure = /^[\d£$€<>≤≥~+−-]/u.test(cell) ? onlyFigureIn(cell) : undefined;
  return figure?.kind === 'date' ? undefined : figure;
}
