/** First come, first served. */
export class Mutex {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  async lock(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  unlock(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }

  /** True when nobody holds it: a synchronous user needs no queue then. */
  get isFree(): boolean {
    return !this.#held;
  }
}
