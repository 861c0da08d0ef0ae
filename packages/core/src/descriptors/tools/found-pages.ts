/** Page starts of one text for one size; the last entry is where the next page begins. */
export interface FoundPages {
  starts: number[];
  /** Settles when nobody is looking for further pages: several at once would find them twice. */
  before: Promise<unknown>;
}

/** Pages that had to be found by counting. The oldest lists go when there are too many starts in all. */
export class FoundPagesCache {
  readonly #lists = new Map<string, FoundPages>();
  readonly #mostStarts: number;

  constructor(options: { mostStarts: number }) {
    this.#mostStarts = options.mostStarts;
  }

  /** The list under this key, made when there is none. */
  get(key: string): FoundPages {
    const list = this.#lists.get(key) ?? { starts: [0], before: Promise.resolve() };
    this.#lists.delete(key);
    this.#lists.set(key, list);
    return list;
  }

  /** To be called when a list has grown; the one that was used last is always kept. */
  trim(): void {
    let starts = 0;
    for (const [key, list] of [...this.#lists].reverse()) {
      starts += list.starts.length;
      if (starts > this.#mostStarts && starts > list.starts.length) this.#lists.delete(key);
    }
  }
}
