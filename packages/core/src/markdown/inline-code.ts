/** The longest recognised inline code span. It limits how much text an unclosed backtick can hold back. */
export const MAX_INLINE_CODE = 512;

interface BacktickRun {
  start: number;
  length: number;
  /** Start and length as an opener: a backslash escapes its first backtick. Zero: cannot open. */
  openStart: number;
  openLength: number;
  /** The next run that closes it, once found. */
  closer: BacktickRun | null;
  next: BacktickRun | null;
}

/**
 * Pairs runs of backticks within one paragraph. A run opens code only if a run of the same length follows, so nothing
 * after an opener is decided until its closer, the end of the paragraph, or MAX_INLINE_CODE characters. Every run
 * becomes an opener once and finds its closer through a link, so the work is linear for any input.
 */
export class InlineCode {
  readonly #decide: (end: number, code: boolean) => void;
  /** The first undecided run, which may open code now. */
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

  /** Adds a complete run of backticks. */
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

  /** The paragraph ended at `position`: runs without a closer are text. */
  finish(position: number): void {
    while (this.#opener) {
      this.#drop();
      this.#settle();
    }
    this.#decide(position, false);
  }

  /** Decides openers whose closers are known, then moves on to the next run. */
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
    // Openers given up long ago must not accumulate in an endless paragraph.
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
