import { SPACE, TAB } from './character-codes.js';

/** The position in a line before its content: the number of quote marks, and the indentation after the last one. */
export class LinePlace {
  column = 0;
  quotes = 0;
  #afterQuote = false;

  /** Consumes a character of indentation; false if it is not one. */
  take(code: number): boolean {
    // One space after a quote mark belongs to it.
    const isOwn = code === SPACE && this.#afterQuote;
    this.#afterQuote = false;
    if (isOwn) return true;
    if (code === SPACE) this.column++;
    else if (code === TAB) this.column += 4 - (this.column % 4);
    else return false;
    return true;
  }

  quote(): void {
    this.quotes++;
    this.column = 0;
    this.#afterQuote = true;
  }

  startLine(): void {
    this.column = 0;
    this.quotes = 0;
    this.#afterQuote = false;
  }
}
