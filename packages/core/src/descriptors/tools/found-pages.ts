/** Page starts of one text for one page size; the last entry is the start of the next page. */
export interface FoundPages {
  starts: number[];
  /** Settles when no other call is looking for further pages; concurrent calls would find them twice. */
  before: Promise<unknown>;
}

/**
 * Cache of page starts found by counting tokens. The oldest lists are evicted if there are too many starts in total.
 */
export class FoundPagesCache {
  readonly #lists = new Map<string, FoundPages>();
  readonly #mostStarts: number;

  constructor(options: { mostStarts: number }) {
    this.#mostStarts = options.mostStarts;
  }

  /** The list under this key, created if missing. */
  get(key: string): FoundPages {
    const list = this.#lists.get(key) ?? { starts: [0], before: Promise.resolve() };
    this.#lists.delete(key);
    this.#lists.set(key, list);
    return list;
  }

  /** Call this when a list has grown. The list used last is always kept. */
  trim(): void {
    let starts = 0;
    for (const [key, list] of [...this.#lists].reverse()) {
      starts += list.starts.length;
      if (starts > this.#mostStarts && starts > list.starts.length) this.#lists.delete(key);
    }
  }
}
