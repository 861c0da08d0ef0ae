import type { OpenPlace } from './marker-place.js';

const DOLLAR = 0x24;
const OPEN_PARENTHESIS = 0x28;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const BACKTICK = 0x60;
/** The most characters that a marker waits for. */
export const MAX_HELD = 240;

const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;
const isLineEnd = (code: number) => code === 0x0a || code === 0x0d;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** A marker that waits for the text after it. */
export interface WaitingMarker {
  /** True: it is not in plain text; false: it is; null: not known yet. */
  isElsewhere: boolean | null;
  /** Number of characters read before the first one after it. */
  from: number;
  /** The depth of brackets at which those before it are all closed; null if it is in no link's text. */
  closesAt: number | null;
  /** The `$` before it; null if it is in no formula. */
  dollar: { isMoney: boolean } | null;
}

/**
 * Reads what follows markers, once for all that wait: whether a formula or the text of a link closes depends only on
 * the text, not on the marker. A link's text closes if an address follows its bracket; a formula closes at a `$` without
 * a space before it or a digit after it. Both end with the line.
 */
export class WaitingMarkers {
  /** Those that are not decided, in the order of the text, from `#first` on: they are not moved up for each that gives up. */
  #undecided: WaitingMarker[] = [];
  #first = 0;
  /** How many of them may be in a formula, and after how many of those a space decides. */
  #inFormula = 0;
  #inMoney = 0;
  /** No undecided one closes at a greater depth. */
  #nearest = -Infinity;
  #read = 0;
  #depth = 0;
  #before = CLOSE_BRACKET;
  #isEscaped = false;
  #isAfterBracket = false;
  #isAfterDollar = false;

  add({ brackets, dollar }: OpenPlace): WaitingMarker {
    if (this.#isEmpty()) this.#begin();
    else if (this.#first > MAX_HELD) this.#moveUp();
    const closesAt = brackets > 0 ? this.#depth - brackets : null;
    const added = { isElsewhere: null, from: this.#read, closesAt, dollar };
    this.#undecided.push(added);
    if (closesAt !== null) this.#nearest = Math.max(this.#nearest, closesAt);
    this.#count(dollar, 1);
    return added;
  }

  read(text: string): void {
    for (let index = 0; index < text.length && !this.#isEmpty(); index++) this.#step(text.charCodeAt(index));
  }

  /** Nothing follows that could decide: all are in plain text. */
  end(): void {
    this.#decide((marker) => (marker.isElsewhere = false));
  }

  #isEmpty(): boolean {
    return this.#first === this.#undecided.length;
  }

  #moveUp(): void {
    this.#undecided = this.#undecided.slice(this.#first);
    this.#first = 0;
  }

  #begin(): void {
    this.#moveUp();
    this.#read = 0;
    this.#depth = 0;
    this.#nearest = -Infinity;
    this.#before = CLOSE_BRACKET;
    this.#isEscaped = false;
    this.#isAfterBracket = false;
    this.#isAfterDollar = false;
  }

  #step(code: number): void {
    const first = this.#undecided[this.#first];
    if (first && this.#read - first.from >= MAX_HELD) {
      this.#count(first.dollar, -1);
      first.isElsewhere = false;
      this.#first++;
    }
    if (this.#inFormula > 0) this.#stepFormula(code);
    this.#stepLink(code);
    this.#isAfterDollar = code === DOLLAR && this.#before !== BACKSLASH && !isBlank(this.#before);
    this.#before = code;
    this.#read++;
  }

  #count(dollar: WaitingMarker['dollar'], change: 1 | -1): void {
    if (dollar !== null) this.#inFormula += change;
    if (dollar?.isMoney === true) this.#inMoney += change;
  }

  #stepFormula(code: number): void {
    if (this.#isAfterDollar && !isDigit(code) && code !== DOLLAR)
      this.#decide((marker) => {
        if (marker.dollar !== null) marker.isElsewhere = true;
      });
    else if (isLineEnd(code) || code === BACKTICK) this.#decide((marker) => (marker.dollar = null));
    else if (this.#inMoney > 0 && isBlank(code))
      this.#decide((marker) => {
        if (marker.dollar?.isMoney === true) marker.dollar = null;
      });
  }

  #stepLink(code: number): void {
    const isAfterBracket = this.#isAfterBracket;
    this.#isAfterBracket = false;
    if (isAfterBracket && code === OPEN_PARENTHESIS)
      this.#decide((marker) => {
        if (marker.closesAt !== null && marker.from < this.#read) marker.isElsewhere = true;
      });
    // A link's text is over once its last bracket has closed and no address follows.
    if (this.#depth <= this.#nearest)
      this.#decide((marker) => {
        if (marker.closesAt !== null && marker.closesAt >= this.#depth) marker.closesAt = null;
      });
    if (isLineEnd(code)) {
      this.#isEscaped = false;
      this.#decide((marker) => (marker.closesAt = null));
    } else if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === OPEN_BRACKET) this.#depth++;
    else if (code === CLOSE_BRACKET) {
      this.#depth--;
      this.#isAfterBracket = true;
    }
  }

  /** Changes the undecided ones, and drops those that this decides. */
  #decide(change: (marker: WaitingMarker) => void): void {
    const left: WaitingMarker[] = [];
    this.#nearest = -Infinity;
    this.#inFormula = 0;
    this.#inMoney = 0;
    for (let index = this.#first; index < this.#undecided.length; index++) {
      const marker = this.#undecided[index] as WaitingMarker;
      change(marker);
      if (marker.dollar === null && marker.closesAt === null) marker.isElsewhere ??= false;
      if (marker.isElsewhere !== null) continue;
      left.push(marker);
      if (marker.closesAt !== null) this.#nearest = Math.max(this.#nearest, marker.closesAt);
      this.#count(marker.dollar, 1);
    }
    this.#undecided = left;
    this.#first = 0;
  }
}
