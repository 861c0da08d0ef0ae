/** A queue with one line per owner, served in turn: one owner's thousand items do not delay another's single one. */
export class FairQueue<Item> {
  /** In the order in which they are served. */
  readonly #lines = new Map<string, Item[]>();

  get size(): number {
    let size = 0;
    for (const line of this.#lines.values()) size += line.length;
    return size;
  }

  /** Whether anything of this owner is queued. */
  has(owner: string): boolean {
    return this.#lines.has(owner);
  }

  add(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    if (line) line.push(item);
    else this.#lines.set(owner, [item]);
  }

  /** The next item of an owner who may have one now. The owner's line moves to the end. */
  take(mayHave: (owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, line] of this.#lines) {
      if (!mayHave(owner)) continue;
      this.#lines.delete(owner);
      const item = line.shift();
      if (line.length > 0) this.#lines.set(owner, line);
      return item;
    }
    return undefined;
  }

  /** Removes matching items and returns them. */
  remove(isMeant: (item: Item) => boolean): Item[] {
    const removed: Item[] = [];
    for (const [owner, line] of this.#lines) {
      removed.push(...line.filter(isMeant));
      const left = line.filter((item) => !isMeant(item));
      if (left.length > 0) this.#lines.set(owner, left);
      else this.#lines.delete(owner);
    }
    return removed;
  }
}
