import type { CodeKind, CodeSegment } from './code-segment.js';
import { LineMachine } from './line-machine.js';

type TakeSegment = (kind: CodeKind, text: string, start: number) => void;

/**
 * Says for each character of a Markdown text whether it is code: fenced by backticks or tildes, indented, or
 * inline with any number of backticks. The text comes in pieces; the answer does not depend on where they were cut.
 * Undecided characters (an open run of backticks) are held back: a little more than MAX_INLINE_CODE at most.
 *
 * Why not a library: those read a whole text. A marker such as `[3]` has to be told from code while the answer streams,
 * and the same text must give the same citations however it was cut.
 *
 * It follows CommonMark's blocks as far as code depends on them: paragraphs, lists, quotes, headings, rules. HTML
 * blocks are not known to it.
 *
 *     const scanner = new MarkdownCodeScanner();
 *     for (const piece of stream) for (const segment of scanner.push(piece)) use(segment);
 *     for (const segment of scanner.end()) use(segment);
 */
export class MarkdownCodeScanner {
  #position = 0;
  #decided = 0;
  #held = '';
  /** Decisions that were not handed out yet: ends and kinds. The lists stay as long as they once were. */
  readonly #ends: number[] = [];
  readonly #kinds: CodeKind[] = [];
  #decisions = 0;
  readonly #machine = new LineMachine((end, kind) => this.#decide(end, kind));

  /** Text read so far, in UTF-16 units. */
  get position(): number {
    return this.#position;
  }

  /** The end of the text read so far that is not decided yet. */
  get held(): string {
    return this.#held;
  }

  get heldLength(): number {
    return this.#position - this.#decided;
  }

  /**
   * In the middle of a line with nothing open. A piece that has no backtick, backslash or line end can then be
   * passed by with `skip`: it means the same as `push`, and costs next to nothing. All of it is of `quietKind`.
   */
  get isQuiet(): boolean {
    return this.#machine.isQuiet;
  }

  get quietKind(): CodeKind {
    return this.#machine.kind;
  }

  /** What a letter would be if it came next; null where that is not settled. */
  get nextKind(): CodeKind | null {
    return this.#machine.nextKind;
  }

  /** The line so far closes the fence, if it ends here. */
  get isFenceEnd(): boolean {
    return this.#machine.isFenceEnd;
  }

  skip(length: number): void {
    this.#position += length;
    this.#decided += length;
  }

  /** Reads on; returns what is settled by it, in order and without gaps. */
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

  /** `push` for those who cannot spare the objects: calls `take` with each settled stretch of text. */
  read(text: string, take: TakeSegment): void {
    for (let index = 0; index < text.length; index++)
      this.#machine.step(text.charCodeAt(index), this.#position++);
    this.#machine.settle(this.#position);
    this.#handOut(this.#held === '' ? text : this.#held + text, take);
  }

  /** `end` in the same way. */
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
    // Without a decision the text is only appended to, and appending is cheap as long as nothing reads it.
    this.#held = start === base ? text : text.slice(start - base);
    this.#decisions = 0;
  }
}
