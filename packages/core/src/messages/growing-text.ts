/** Pieces that are joined at a time. */
const ROOM = 64;

/**
 * A text built from pieces. Engines keep concatenated strings as a tree of pieces, at 32 bytes each: several times the
 * text if a model sends it word by word. Here pieces wait in a list until it is full.
 */
export class GrowingText {
  #text = '';
  /** Never shrinks; only the first `#waiting` entries are valid. */
  readonly #pieces: string[] = [];
  #waiting = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
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
    this.keepLast(0);
  }

  /** Drops everything but the last `length` characters. */
  keepLast(length: number): void {
    this.#text = length === 0 ? '' : this.toString().slice(-length);
    this.#waiting = 0;
    this.#length = this.#text.length;
  }
}
