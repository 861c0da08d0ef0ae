/** Pieces that are put together at once. */
const ROOM = 64;

/**
 * A text that comes in pieces. What is added to a string is kept by the engine as a tree of pieces, at 32 bytes for
 * each: several times the text, where a model says word by word. Here they wait in a list until it is full.
 */
export class GrowingText {
  #text = '';
  /** As long as it has ever been; only the first `#waiting` count. */
  readonly #pieces: string[] = [];
  #waiting = 0;

  add(piece: string): void {
    this.#pieces[this.#waiting++] = piece;
    if (this.#waiting < ROOM) return;
    this.#text += this.#pieces.join('');
    this.#waiting = 0;
  }

  toString(): string {
    if (this.#waiting > 0) this.#text += this.#pieces.slice(0, this.#waiting).join('');
    this.#waiting = 0;
    return this.#text;
  }

  clear(): void {
    this.#text = '';
    this.#waiting = 0;
  }
}
