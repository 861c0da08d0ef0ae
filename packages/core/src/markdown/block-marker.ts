import { HASH, isBlank, isDigit } from './character-codes.js';

/** `more`: it may still be a marker. `text`: it is not, and this character belongs to running text. */
export type MarkerOutcome = 'more' | 'list' | 'heading' | 'text';

const FULL_STOP = 46;
const CLOSE_PARENTHESIS = 41;

/** Parses a possible list marker or the hashes of a heading at the start of a line's content. */
export class BlockMarker {
  #kind: 'bullet' | 'number' | 'hashes' = 'bullet';
  #length = 0;
  #isClosed = false;
  #number = 0;

  /** Characters of the marker so far. */
  get length(): number {
    return this.#length;
  }

  /** A numbered list may interrupt a paragraph only if it starts at 1; a bullet always may. */
  get mayInterrupt(): boolean {
    return this.#kind !== 'number' || this.#number === 1;
  }

  get isNumber(): boolean {
    return this.#kind === 'number';
  }

  start(code: number): void {
    this.#kind = isDigit(code) ? 'number' : code === HASH ? 'hashes' : 'bullet';
    this.#length = 1;
    this.#isClosed = this.#kind === 'bullet';
    this.#number = code - 48;
  }

  step(code: number): MarkerOutcome {
    if (this.#kind === 'hashes') {
      if (code === HASH && this.#length < 6) this.#length++;
      else return isBlank(code) ? 'heading' : 'text';
      return 'more';
    }
    if (this.#isClosed) return isBlank(code) ? 'list' : 'text';
    if (isDigit(code) && this.#length < 9) this.#number = this.#number * 10 + code - 48;
    else if (code === FULL_STOP || code === CLOSE_PARENTHESIS) this.#isClosed = true;
    else return 'text';
    this.#length++;
    return 'more';
  }
}
