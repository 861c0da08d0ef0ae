import { BACKSLASH, BACKTICK, TILDE } from './character-codes.js';
import { MAX_INLINE_CODE } from './inline-code.js';

/**
 * `fence`: it opens a fence, and this character is in its first line. `long`: the run is too long to have a meaning.
 * `text`: it opens none, and this character is running text.
 */
export type OpeningOutcome = 'more' | 'fence' | 'long' | 'text';

/** Parses a run of backticks or tildes at the start of a line, and what follows it. */
export class FenceOpening {
  #start = 0;
  #character = 0;
  #length = 0;
  #isInfo = false;
  #backslash = false;

  get start(): number {
    return this.#start;
  }

  get character(): number {
    return this.#character;
  }

  get length(): number {
    return this.#length;
  }

  get isBackticks(): boolean {
    return this.#character === BACKTICK;
  }

  /** The text after the run ended in an escaping backslash. */
  get endsInBackslash(): boolean {
    return this.#backslash;
  }

  /** The run is complete, and text followed it. */
  get isInfo(): boolean {
    return this.#isInfo;
  }

  /** Whether it opens a fence if the line ends here. */
  get isFence(): boolean {
    return this.#length >= 3;
  }

  begin(code: number, position: number): void {
    this.#start = position;
    this.#character = code;
    this.#length = 1;
    this.#isInfo = false;
    this.#backslash = false;
  }

  step(code: number, position: number): OpeningOutcome {
    if (this.#isInfo) {
      // Another backtick in the line makes it inline code.
      if (code === BACKTICK) return 'text';
      this.#backslash = code === BACKSLASH && !this.#backslash;
      return position - this.#start > MAX_INLINE_CODE ? 'fence' : 'more';
    }
    if (code === this.#character) {
      this.#length++;
      return this.#length > MAX_INLINE_CODE ? 'long' : 'more';
    }
    if (this.#length < 3) return 'text';
    if (this.#character === TILDE) return 'fence';
    this.#isInfo = true;
    this.#backslash = code === BACKSLASH;
    return 'more';
  }
}
