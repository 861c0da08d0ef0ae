import { HASH, isBlank, isDigit } from './character-codes.js';

/** `more`: it may still be a marker; `text`: it is none, and this character belongs to running text. */
export type MarkerOutcome = 'more' | 'list' | 'heading' | 'text';

const FULL_STOP = 46;
const CLOSE_PARENTHESIS = 41;

/** Reads what may be a list marker or a heading's hashes at the start of a line's content. */
export class BlockMarker {
  #kind: 'bullet' | 'number' | 'hashes' = 'bullet';
  #length = 0;
  #isClosed = false;
  #number = 0;

  /** Characters of the marker so far. */
  get length(): number {
    return this.#length;
  }

  /** Only 1 may interrupt a paragraph; a bullet always may. */
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
