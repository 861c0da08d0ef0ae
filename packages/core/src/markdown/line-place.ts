import { SPACE, TAB } from './character-codes.js';

/** How far into a line we are before its content: quote marks and columns of indentation behind the last one. */
export class LinePlace {
  column = 0;
  quotes = 0;
  #afterQuote = false;

  /** Takes a character of indentation; false when it is none. */
  take(code: number): boolean {
    // One space behind a quote mark belongs to it.
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
