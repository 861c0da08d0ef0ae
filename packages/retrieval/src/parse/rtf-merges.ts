import type { Merge } from './merged-cells.js';

type Role = 'first' | 'more' | null;

/**
 * Collects merged cells of a table. Each row declares its cells before their content, and merged cells are present too.
 */
export class RtfMerges {
  #cells: { across: Role; down: Role }[] = [];
  #cell: { across: Role; down: Role } = { across: null, down: null };
  #merges: Merge[] = [];
  /** Merges that reach into the last row, by start column. */
  readonly #lowest = new Map<number, Merge>();

  /** Whether the word was about cells of the row. */
  take(word: string): boolean {
    if (word === 'trowd') this.#cells = [];
    else if (word === 'clmgf') this.#cell.across = 'first';
    else if (word === 'clmrg') this.#cell.across = 'more';
    else if (word === 'clvmgf') this.#cell.down = 'first';
    else if (word === 'clvmrg') this.#cell.down = 'more';
    else if (word === 'cellx') {
      this.#cells.push(this.#cell);
      this.#cell = { across: null, down: null };
    } else return false;
    return true;
  }

  /** Cell declarations also apply to the rows below until they are repeated. */
  endRow(row: number): void {
    let wide: Merge | null = null;
    for (const [column, { across, down }] of this.#cells.entries()) {
      const above = down === 'more' ? this.#lowest.get(column) : undefined;
      if (above) above.endRow = row;
      else this.#lowest.delete(column);
      if (across === 'more') {
        if (wide) wide.endCol = column;
        continue;
      }
      wide = null;
      if (above || (across !== 'first' && down !== 'first')) continue;
      wide = { startRow: row, startCol: column, endRow: row, endCol: column };
      this.#merges.push(wide);
      if (down === 'first') this.#lowest.set(column, wide);
    }
  }

  endTable(): Merge[] {
    const merges = this.#merges.filter(
      ({ startRow, startCol, endRow, endCol }) => endRow > startRow || endCol > startCol,
    );
    this.#merges = [];
    this.#lowest.clear();
    return merges;
  }
}
