import {
  DAGGERS,
  digitValue,
  isCloseBracket,
  isMarkerSpace,
  isOpenBracket,
  isRangeDash,
  isSeparator,
} from './marker-characters.js';

/** The longest recognised marker, e.g. `【3†…】`. It limits how much an open bracket can hold back. */
export const MAX_MARKER = 240;
const MAX_DIGITS = 6;
/** A longer range is more likely years or quantities; only its ends are taken. */
const MAX_RANGE = 20;

/** Most brackets hold at most one number, so the list is created with the second. */
const NONE: number[] = [];

const Phase = {
  Idle: 0,
  Open: 1,
  DoubleOpen: 2,
  Number: 3,
  AfterNumber: 4,
  NextNumber: 5,
  Detail: 6,
  AfterDagger: 7,
  HalfClosed: 8,
  Closed: 9,
} as const;

/**
 * The effect of a character on the marker being read:
 * - `none`: nothing was open, and nothing is
 * - `more`: it belongs to a possible marker
 * - `shift`: like `more`, but the first held character is text
 * - `failed`: the held characters are text, and this character starts anew
 * - `done`: the held characters are a marker, and this character starts anew
 * - `inner`: like `done`, but the first held character is text
 */
export type MatchOutcome = 'none' | 'more' | 'shift' | 'failed' | 'done' | 'inner';

/** Recognises one marker, character by character, without storing the text. */
export class MarkerMatcher {
  #phase: number = Phase.Idle;
  #length = 0;
  #isDouble = false;
  /** Only ASCII brackets: then a following `(` or, at the start of a line, `:` makes it a link. */
  #isMarkdown = false;
  #isLineStart = false;
  #digits = 0;
  #value = 0;
  /** First number of a range whose last one is being read; 0 if none. */
  #rangeFrom = 0;
  /** The first number; 0 if none yet. `#numbers` has all of them from the second one on. */
  #first = 0;
  #numbers: number[] = NONE;

  get isIdle(): boolean {
    return this.#phase === Phase.Idle;
  }

  /** Whether no bracket has closed yet. */
  get isUnfinished(): boolean {
    return this.#phase !== Phase.Idle && this.#phase < Phase.HalfClosed;
  }

  /** Numbers of the marker that was just recognised. */
  get numbers(): number[] {
    return this.#numbers === NONE ? [this.#first] : this.#numbers;
  }

  /** A bracket opens where a marker is allowed. */
  open(code: number, isLineStart: boolean): void {
    this.#phase = Phase.Open;
    this.#length = 1;
    this.#isDouble = false;
    this.#isMarkdown = code === 0x5b;
    this.#isLineStart = isLineStart;
    this.#first = 0;
    this.#numbers = NONE;
    this.#digits = 0;
    this.#value = 0;
    this.#rangeFrom = 0;
  }

  /** The text ended, or code begins: decides what the held characters are. */
  stop(): MatchOutcome {
    const phase = this.#phase;
    this.#phase = Phase.Idle;
    if (phase === Phase.Idle) return 'none';
    if (phase === Phase.Closed) return 'done';
    return phase === Phase.HalfClosed ? 'inner' : 'failed';
  }

  step(code: number): MatchOutcome {
    if (++this.#length > MAX_MARKER && this.#phase < Phase.HalfClosed) return this.stop();
    switch (this.#phase) {
      case Phase.Open:
        // After a space it is a separate bracket, not the second of two.
        if (isOpenBracket(code)) return this.#length === 2 ? this.#openSecond(code) : this.#fail();
        if (isMarkerSpace(code)) return 'more';
        return this.#firstDigit(code);
      case Phase.DoubleOpen:
        if (isOpenBracket(code)) {
          if (this.#length > 3) return this.#fail();
          this.#length--;
          this.#isMarkdown = code === 0x5b;
          this.#isLineStart = false;
          return 'shift';
        }
        if (isMarkerSpace(code)) return 'more';
        return this.#firstDigit(code);
      case Phase.Number: {
        const digit = digitValue(code);
        if (digit < 0) {
          this.#phase = Phase.AfterNumber;
          return this.#afterNumber(code);
        }
        this.#value = this.#value * 10 + digit;
        return ++this.#digits > MAX_DIGITS ? this.stop() : 'more';
      }
      case Phase.AfterNumber:
        return this.#afterNumber(code);
      case Phase.NextNumber:
        return isMarkerSpace(code) ? 'more' : this.#firstDigit(code);
      case Phase.Detail:
        if (DAGGERS.has(code)) this.#phase = Phase.AfterDagger;
        else if (digitValue(code) < 0) return this.stop();
        return 'more';
      case Phase.AfterDagger:
        if (isCloseBracket(code)) return this.#close(code);
        return isOpenBracket(code) || code === 10 || code === 13 ? this.stop() : 'more';
      case Phase.HalfClosed:
        if (isCloseBracket(code)) {
          this.#isMarkdown &&= code === 0x5d;
          this.#phase = Phase.Closed;
          return 'more';
        }
        return this.#isMarkdown && code === 0x28 ? this.#fail() : this.stop();
      case Phase.Closed:
        if (!this.#isMarkdown) return this.stop();
        if (code === 0x28 || (code === 0x3a && this.#isLineStart)) return this.#fail();
        return this.stop();
      default:
        return 'none';
    }
  }

  #fail(): MatchOutcome {
    this.#phase = Phase.Idle;
    return 'failed';
  }

  #openSecond(code: number): MatchOutcome {
    this.#isDouble = true;
    this.#isMarkdown &&= code === 0x5b;
    this.#phase = Phase.DoubleOpen;
    return 'more';
  }

  #firstDigit(code: number): MatchOutcome {
    const digit = digitValue(code);
    // Numbers begin at 1 and have no leading zeros: `[0]` and `[007]` are not markers.
    if (digit <= 0) return this.stop();
    this.#value = digit;
    this.#digits = 1;
    this.#phase = Phase.Number;
    return 'more';
  }

  #afterNumber(code: number): MatchOutcome {
    if (isMarkerSpace(code)) return 'more';
    if (isRangeDash(code) && this.#rangeFrom === 0) {
      this.#rangeFrom = this.#value;
      this.#phase = Phase.NextNumber;
      return 'more';
    }
    this.#addNumbers();
    if (isSeparator(code)) this.#phase = Phase.NextNumber;
    else if (isCloseBracket(code)) return this.#close(code);
    else if (DAGGERS.has(code)) this.#phase = Phase.AfterDagger;
    else if (code === 0x3a) this.#phase = Phase.Detail;
    else return this.stop();
    return 'more';
  }

  #addNumbers(): void {
    const from = this.#rangeFrom;
    const to = this.#value;
    this.#rangeFrom = 0;
    if (from === 0) this.#add(to);
    else if (from <= to && to - from < MAX_RANGE)
      for (let number = from; number <= to; number++) this.#add(number);
    else {
      this.#add(from);
      this.#add(to);
    }
  }

  #add(number: number): void {
    if (this.#first === 0) this.#first = number;
    else if (this.#numbers !== NONE) {
      if (!this.#numbers.includes(number)) this.#numbers.push(number);
    } else if (number !== this.#first) this.#numbers = [this.#first, number];
  }

  #close(code: number): MatchOutcome {
    this.#isMarkdown &&= code === 0x5d;
    this.#phase = this.#isDouble ? Phase.HalfClosed : Phase.Closed;
    return 'more';
  }
}
