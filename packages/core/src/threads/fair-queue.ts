/**
 * A queue in which everybody has a line of their own and the lines take turns: one person's thousand come beside, not
 * before, another's one.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Item[]>();

  get size(): number {
    let size = 0;
    for (const line of this.#lines.values()) size += line.length;
    return size;
  }

  /** Whether something of this owner waits. */
  has(owner: string): boolean {
    return this.#lines.has(owner);
  }

  add(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    if (line) line.push(item);
    else this.#lines.set(owner, [item]);
  }

  /** The next one, of owners who may have one now; their line goes to the end. */
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

  /** Takes out what is not wanted any more. */
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
