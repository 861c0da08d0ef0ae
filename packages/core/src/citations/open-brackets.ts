const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const DOLLAR = 0x24;
const SLASH = 0x2f;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const BACKTICK = 0x60;

/**
 * Counts the brackets open at the end of a text, in its last line and its last `reach` characters, reading each
 * character once. Signs that say more than brackets make it unsure.
 */
export class OpenBrackets {
  readonly #reach: number;
  /** Positions of the open brackets of the line, from `#first` on within reach. */
  #open: number[] = [];
  #first = 0;
  #length = 0;
  /** Position of the last sign that says more than brackets. */
  #unsure = -Infinity;
  #before = 0;

  constructor(reach: number) {
    this.#reach = reach;
  }

  /** Null: the text within reach has signs that need a closer look. */
  get count(): number | null {
    const from = this.#length - this.#reach;
    if (this.#unsure >= from) return null;
    while ((this.#open[this.#first] ?? Infinity) < from) this.#first++;
    if (this.#first > this.#reach) {
      this.#open = this.#open.slice(this.#first);
      this.#first = 0;
    }
    return this.#open.length - this.#first;
  }

  read(text: string): void {
    // Nothing earlier is within reach.
    const skipped = Math.max(0, text.length - this.#reach);
    if (skipped > 0) this.#close();
    for (let index = skipped; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === OPEN_BRACKET) this.#open.push(this.#length + index);
      else if (code === CLOSE_BRACKET) {
        this.#open.pop();
        if (this.#first > this.#open.length) this.#first = this.#open.length;
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) this.#close();
      else if (
        code === BACKTICK ||
        code === DOLLAR ||
        code === BACKSLASH ||
        (code === SLASH && this.#before === SLASH)
      )
        this.#unsure = this.#length + index;
      this.#before = code;
    }
    this.#length += text.length;
  }

  reset(): void {
    this.#close();
    this.#length = 0;
    this.#unsure = -Infinity;
    this.#before = 0;
  }

  #close(): void {
    if (this.#open.length > 0) this.#open = [];
    this.#first = 0;
  }
}
