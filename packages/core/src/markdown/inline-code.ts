/** Longest inline code span that is recognised. It bounds what an unclosed backtick can hold back. */
export const MAX_INLINE_CODE = 512;

interface BacktickRun {
  start: number;
  length: number;
  /** Where and how long it is as an opener: a backslash takes its first backtick away. Zero: cannot open. */
  openStart: number;
  openLength: number;
  /** The next run that closes it, once seen. */
  closer: BacktickRun | null;
  next: BacktickRun | null;
}

/**
 * Pairs runs of backticks within one paragraph. A run opens code only if a run of the same length follows, so
 * nothing after an opener is decided until its closer, the paragraph's end, or MAX_INLINE_CODE characters.
 * Every run becomes an opener once and meets its closer through a link, so the work is linear for any input.
 */
export class InlineCode {
  readonly #decide: (end: number, code: boolean) => void;
  /** First undecided run; the one that may open code now. */
  #opener: BacktickRun | null = null;
  #last: BacktickRun | null = null;
  readonly #waiting = new Map<number, BacktickRun[]>();

  constructor(decide: (end: number, code: boolean) => void) {
    this.#decide = decide;
  }

  /** Whether characters are held back because a run waits for its closer. */
  get isOpen(): boolean {
    return this.#opener !== null;
  }

  /** A whole run of backticks was read. */
  addRun(start: number, length: number, escaped: boolean): void {
    const openLength = escaped ? length - 1 : length;
    if (this.#opener === null && openLength === 0) return;
    const openStart = escaped ? start + 1 : start;
    const run: BacktickRun = { start, length, openStart, openLength, closer: null, next: null };
    for (const opener of this.#waiting.get(length) ?? []) opener.closer = run;
    this.#waiting.delete(length);
    if (this.#last) this.#last.next = run;
    else this.#opener = run;
    this.#last = run;
    if (openLength > 0) {
      this.#wait(run);
    }
    if (this.#opener === run) this.#decide(openStart, false);
    else this.#settle();
  }

  /** Gives up openers that are too far behind `position`. */
  limit(position: number): void {
    while (this.#opener && position - this.#opener.openStart > MAX_INLINE_CODE) {
      this.#drop();
      this.#settle();
    }
  }

  /** The paragraph ended at `position`: what has no closer is text. */
  finish(position: number): void {
    while (this.#opener) {
      this.#drop();
      this.#settle();
    }
    this.#decide(position, false);
  }

  /** Turns the opener into code as long as its closer is known, then moves on to the next run. */
  #settle(): void {
    while (this.#opener) {
      const { openStart, openLength, closer } = this.#opener;
      this.#decide(openStart, false);
      if (openLength === 0) this.#drop();
      else if (closer && closer.start + closer.length - openStart <= MAX_INLINE_CODE) {
        this.#decide(closer.start + closer.length, true);
        this.#advance(closer.next);
      } else if (closer) this.#drop();
      else return;
    }
  }

  #wait(run: BacktickRun): void {
    const peers = this.#waiting.get(run.openLength) ?? [];
    // Openers that were given up long ago must not pile up in an endless paragraph.
    const recent =
      peers.length > MAX_INLINE_CODE
        ? peers.filter((peer) => run.openStart - peer.openStart <= MAX_INLINE_CODE)
        : peers;
    recent.push(run);
    this.#waiting.set(run.openLength, recent);
  }

  #drop(): void {
    this.#advance(this.#opener?.next ?? null);
  }

  #advance(next: BacktickRun | null): void {
    this.#opener = next;
    if (next) return;
    this.#last = null;
    this.#waiting.clear();
  }
}
