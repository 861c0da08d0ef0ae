/** So many pieces are worth putting together, and so much of the whole. */
const LOOSE_PIECES = 64;
const LOOSE_SHARE = 1 / 8;

/**
 * A text that comes in pieces. What is added to a string is kept by the engine as a tree of pieces until somebody looks
 * into it, at 32 bytes for each: several times the text, where a model says word by word. So it is looked into now and
 * then, which makes it one piece; not at every so many pieces, because a long text would be copied too often.
 */
export class GrowingText {
  #text = '';
  #loosePieces = 0;
  #looseFrom = 0;
  /** Only because a look whose outcome nobody wants might be left out. */
  #seen = 0;

  add(piece: string): void {
    this.#text += piece;
    this.#loosePieces += 1;
    const { length } = this.#text;
    if (this.#loosePieces < LOOSE_PIECES || length - this.#looseFrom < LOOSE_SHARE * length) return;
    this.#seen = this.#text.charCodeAt(this.#seen === 0 ? 0 : length - 1);
    this.#loosePieces = 0;
    this.#looseFrom = length;
  }

  toString(): string {
    return this.#text;
  }

  clear(): void {
    this.#text = '';
    this.#loosePieces = 0;
    this.#looseFrom = 0;
  }
}
