const CLOSE_BRACKET = 0x5d;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const MAX_DESTINATION = 2048;

/** Tracks `](…)`: nothing in a link's address is a citation. */
export class LinkDestination {
  #afterBracket = false;
  #depth = 0;
  #length = 0;

  get isInside(): boolean {
    return this.#depth > 0;
  }

  /** Neither inside an address nor right before one. */
  get isIdle(): boolean {
    return this.#depth === 0 && !this.#afterBracket;
  }

  step(code: number): void {
    if (this.#depth > 0) this.#inside(code);
    else if (this.#afterBracket && code === OPEN_PARENTHESIS) {
      this.#depth = 1;
      this.#length = 0;
    }
    this.#afterBracket = code === CLOSE_BRACKET;
  }

  /** Skips a run of text without parentheses, outside an address; only its last character matters. */
  pass(last: number): void {
    this.#afterBracket = last === CLOSE_BRACKET;
  }

  reset(): void {
    this.#afterBracket = false;
    this.#depth = 0;
  }

  #inside(code: number): void {
    if (code === OPEN_PARENTHESIS) this.#depth++;
    else if (code === CLOSE_PARENTHESIS) this.#depth--;
    else if (code === 10 || code === 13 || ++this.#length > MAX_DESTINATION) this.#depth = 0;
  }
}
