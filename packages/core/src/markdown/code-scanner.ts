import type { CodeKind, CodeSegment } from './code-segment.js';
import { LineMachine } from './line-machine.js';

type TakeSegment = (kind: CodeKind, text: string, start: number) => void;

/**
 * Decides for each character of a Markdown text whether it is code: fenced by backticks or tildes, indented, or inline
 * with any number of backticks. The text comes in pieces; the result does not depend on how it was split. Undecided
 * characters (an open run of backticks) are held back, at most a little more than MAX_INLINE_CODE.
 *
 * Why not a library: libraries parse a whole text. A marker such as `[3]` has to be distinguished from code while the
 * answer streams, and the same text must give the same citations however it was split.
 *
 * It follows CommonMark's block rules as far as code depends on them: paragraphs, lists, quotes, headings, rules. It
 * does not know HTML blocks.
 *
 *     const scanner = new MarkdownCodeScanner();
 *     for (const piece of stream) for (const segment of scanner.push(piece)) use(segment);
 *     for (const segment of scanner.end()) use(segment);
 */
export class MarkdownCodeScanner {
  #position = 0;
  #decided = 0;
  #held = '';
  /** Decisions not yet handed out: ends and kinds. The lists never shrink. */
  readonly #ends: number[] = [];
  readonly #kinds: CodeKind[] = [];
  #decisions = 0;
  readonly #machine = new LineMachine((end, kind) => this.#decide(end, kind));

  /** Length of the text read so far, in UTF-16 code units. */
  get position(): number {
    return this.#position;
  }

  /** The end of the text read so far, if it is still undecided. */
  get held(): string {
    return this.#held;
  }

  get heldLength(): number {
    return this.#position - this.#decided;
  }

  /**
   * True in the middle of a line with nothing open. A piece without a backtick, backslash or line end can then be
   * passed with `skip`: same result as `push`, at almost no cost. All of it is of `quietKind`.
   */
  get isQuiet(): boolean {
    return this.#machine.isQuiet;
  }

  get quietKind(): CodeKind {
    return this.#machine.kind;
  }

  /** The kind that a letter would have if it came next; null if undecided. */
  get nextKind(): CodeKind | null {
    return this.#machine.nextKind;
  }

  /** Whether the line closes the fence if it ends here. */
  get isFenceEnd(): boolean {
    return this.#machine.isFenceEnd;
  }

  skip(length: number): void {
    this.#position += length;
    this.#decided += length;
  }

  /** Reads a piece; returns what is now decided, in order and without gaps. */
  push(text: string): CodeSegment[] {
    const segments: CodeSegment[] = [];
    this.read(text, (kind, segment, start) => segments.push({ kind, text: segment, start }));
    return segments;
  }

  /** The text is complete: returns what was held back. */
  end(): CodeSegment[] {
    const segments: CodeSegment[] = [];
    this.finish((kind, segment, start) => segments.push({ kind, text: segment, start }));
    return segments;
  }

  /** Like `push`, but without allocating segments: calls `take` with each decided run of text. */
  read(text: string, take: TakeSegment): void {
    for (let index = 0; index < text.length; index++)
      this.#machine.step(text.charCodeAt(index), this.#position++);
    this.#machine.settle(this.#position);
    this.#handOut(this.#held === '' ? text : this.#held + text, take);
  }

  /** Like `end`, in the same way. */
  finish(take: TakeSegment): void {
    this.#machine.end(this.#position);
    this.#handOut(this.#held, take);
  }

  #decide(end: number, kind: CodeKind): void {
    if (end <= this.#decided) return;
    const last = this.#decisions - 1;
    if (last >= 0 && this.#kinds[last] === kind) this.#ends[last] = end;
    else {
      this.#ends[this.#decisions] = end;
      this.#kinds[this.#decisions] = kind;
      this.#decisions++;
    }
    this.#decided = end;
  }

  #handOut(text: string, take: TakeSegment): void {
    const base = this.#position - text.length;
    let start = base;
    for (let index = 0; index < this.#decisions; index++) {
      const end = this.#ends[index] ?? start;
      take(this.#kinds[index] ?? 'none', text.slice(start - base, end - base), start);
      start = end;
    }
    // Without a decision, text is only appended, which is cheap as long as nothing reads it.
    this.#held = start === base ? text : text.slice(start - base);
    this.#decisions = 0;
  }
}
