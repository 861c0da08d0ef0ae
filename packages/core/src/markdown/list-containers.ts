/** The open list items, as the columns at which their content begins, per depth of quoting. */
export class ListContainers {
  readonly #depths: number[][] = [[]];

  /** How many items of this depth contain a line indented by `column`. */
  levelAt(depth: number, column: number): number {
    const offsets = this.#depths[depth] ?? [];
    let level = offsets.length;
    while (level > 0 && (offsets[level - 1] ?? 0) > column) level--;
    return level;
  }

  /** Column at which the content of item number `level` begins; 0 outside lists. */
  offset(depth: number, level: number): number {
    // Skips the lookup outside lists, because out-of-bounds reads are slow.
    return level > 0 ? (this.#depths[depth]?.[level - 1] ?? 0) : 0;
  }

  /** Closes deeper quotes, and items of this depth beyond `level`. */
  close(depth: number, level: number): void {
    if (this.#depths.length > depth + 1) this.#depths.length = depth + 1;
    const offsets = this.#depths[depth];
    if (offsets && offsets.length > level) offsets.length = level;
  }

  open(depth: number, offset: number): void {
    while (this.#depths.length <= depth) this.#depths.push([]);
    this.#depths[depth]?.push(offset);
  }
}
