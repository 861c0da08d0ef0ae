import { BACKSLASH, BACKTICK, DASH, EQUALS, isBlank } from './character-codes.js';
import { InlineCode, MAX_INLINE_CODE } from './inline-code.js';

/** Parses running text: runs of backticks, escapes, and lines that turn out to be rules. */
export class InlineText {
  readonly #code: InlineCode;
  #backslash = false;
  #run = 0;
  #runStart = 0;
  #runEscaped = false;
  /** While the line may still be a rule or an underline: its character, and how many so far. */
  #rule = 0;
  #ruleLength = 0;

  constructor(decide: (end: number, code: boolean) => void) {
    this.#code = new InlineCode(decide);
  }

  /** Whether a run of backticks waits for its closer. */
  get isOpen(): boolean {
    return this.#code.isOpen;
  }

  get isQuiet(): boolean {
    return this.#run === 0 && this.#rule === 0 && !this.#backslash && !this.#code.isOpen;
  }

  get isInRun(): boolean {
    return this.#run > 0;
  }

  /** The current run may still be a delimiter. */
  get isRunUndecided(): boolean {
    return this.#run > 0 && this.#run <= MAX_INLINE_CODE;
  }

  /** Whether the line so far is a rule or an underline. */
  get isRule(): boolean {
    return this.#rule !== 0 && (this.#ruleLength > 2 || this.#rule === DASH || this.#rule === EQUALS);
  }

  character(code: number, position: number): void {
    if (code === BACKTICK) {
      if (this.#run === 0) {
        this.#runStart = position;
        this.#runEscaped = this.#backslash;
      }
      this.#run++;
      this.#rule = 0;
      this.#backslash = false;
      return;
    }
    if (this.#run > 0) this.endRun();
    this.#backslash = code === BACKSLASH && !this.#backslash;
    if (this.#rule === 0 || isBlank(code)) return;
    if (code === this.#rule) this.#ruleLength++;
    else this.#rule = 0;
  }

  /** Takes over a run that was read at the start of the line as a possible fence. */
  takeRun(start: number, length: number): void {
    this.#run = length;
    this.#runStart = start;
    this.#runEscaped = false;
  }

  endRun(): void {
    if (this.isRunUndecided) this.#code.addRun(this.#runStart, this.#run, this.#runEscaped);
    this.#run = 0;
  }

  setBackslash(isOdd: boolean): void {
    this.#backslash = isOdd;
  }

  startRule(code: number): void {
    this.#rule = code;
    this.#ruleLength = 1;
  }

  endRule(): void {
    this.#rule = 0;
  }

  startLine(): void {
    this.#run = 0;
    this.#rule = 0;
    this.#backslash = false;
  }

  limit(position: number): void {
    this.#code.limit(position);
  }

  finish(position: number): void {
    this.#code.finish(position);
  }
}
