import { fillMerged, labelBelow, putLabel, takesLabel, type Merge } from './merged-cells.js';

/** These rows contain the header, which may span several. */
const FIRST_ROWS = 60;

interface IndexedRow {
  /** From 0. Empty rows may be missing. */
  index: number;
  cells: string[];
}

/**
 * KB-12: like `fillMerged`, for a sheet that is streamed row by row. Only merges that reach into the current row are
 * kept, so a million rows need no more memory than a few.
 */
export async function* fillLongMerged(
  rows: AsyncIterable<IndexedRow>,
  merges: readonly Merge[],
): AsyncGenerator<readonly string[]> {
  const reaching = new ReachingLabels(merges);
  const first: string[][] = [];
  let isPastFirst = false;
  for await (const { index, cells } of rows) {
    const filled = reaching.fill(index, cells);
    if (index < FIRST_ROWS) {
      while (first.length < index) first.push([]);
      first.push(cells);
      continue;
    }
    if (!isPastFirst) yield* fillMerged(first, merges);
    isPastFirst = true;
    yield filled;
  }
  if (!isPastFirst) yield* fillMerged(first, merges);
}

class ReachingLabels {
  readonly #tall: readonly Merge[];
  #next = 0;
  #reaching: { merge: Merge; label: string | null }[] = [];

  constructor(merges: readonly Merge[]) {
    this.#tall = merges
      .filter(({ startRow, endRow }) => endRow > startRow)
      .toSorted((one, other) => one.startRow - other.startRow);
  }

  fill(index: number, cells: readonly string[]): string[] {
    const filled = [...cells];
    this.#reaching = this.#reaching.filter(({ merge }) => merge.endRow >= index);
    for (const { merge, label } of this.#reaching)
      if (label !== null && takesLabel(cells, merge.startCol)) putLabel(filled, merge.startCol, label);
    const started = this.#startedAt(index).filter(({ startCol }) => (cells[startCol]?.trim() ?? '') !== '');
    const tall = new Set(
      [...this.#reaching.map(({ merge }) => merge), ...started].map((one) => one.startCol),
    );
    for (const merge of started)
      this.#reaching.push({ merge, label: labelBelow(cells, merge.startCol, (column) => tall.has(column)) });
    return filled;
  }

  /** Merges that start in empty rows have no value. */
  #startedAt(index: number): Merge[] {
    const started: Merge[] = [];
    for (; (this.#tall[this.#next]?.startRow ?? Infinity) <= index; this.#next += 1) {
      const merge = this.#tall[this.#next];
      if (merge?.startRow === index) started.push(merge);
    }
    return started;
  }
}
