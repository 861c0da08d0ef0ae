/** A fair lock: first come, first served. */
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

  /** True when nobody holds the lock; a synchronous caller need not queue then. */
  get isFree(): boolean {
    return !this.#held;
  }
}
