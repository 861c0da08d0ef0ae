import { MarkdownCodeScanner } from '../../markdown/code-scanner.js';
import type { CodeSegment } from '../../markdown/code-segment.js';
import { readReferenceTag, type ReferenceTag } from './read-reference-tag.js';

export type ReferenceToken = { text: string } | { text: string; tag: ReferenceTag };

interface WaitingToken {
  text: string;
  tag?: ReferenceTag;
  /** Position in the scanner's text, while the scanner has not decided whether the tag is code. */
  position?: number;
}

const NOT_QUIET = /[`\\\n\r]/;

/**
 * Splits streamed Markdown into text and reference tags (FD-2). Tags in code are text. The scanner gets the text as the
 * user will see it, without tags, because that is what will be parsed as Markdown: a fence after an opening tag begins
 * its line. While the scanner cannot decide yet, it sees the tag, and the tag waits for the decision.
 */
export class ReferenceTagReader {
  readonly #scanner = new MarkdownCodeScanner();
  /** Held back from a `<` that may begin a tag. */
  #partial = '';
  #waiting: WaitingToken[] = [];
  /** The waiting tokens that the scanner has not decided. */
  #undecided: WaitingToken[] = [];
  /** The text so far ends in an odd number of backslashes, which escape the next `<`. */
  #isEscaped = false;

  /** Nothing is held back, so a piece without `<` is plain text. */
  get isIdle(): boolean {
    return this.#partial === '' && this.#waiting.length === 0;
  }

  /** Takes a piece without `<` while nothing is held back. */
  pass(text: string): void {
    this.#scan(text);
  }

  push(piece: string): ReferenceToken[] {
    let rest = this.#partial + piece;
    this.#partial = '';
    while (rest !== '') {
      const at = rest.indexOf('<');
      if (at === -1) {
        this.#text(rest);
        break;
      }
      if (at > 0) this.#text(rest.slice(0, at));
      rest = rest.slice(at);
      const tag = this.#isEscaped ? null : readReferenceTag(rest);
      if (tag === 'partial') {
        this.#partial = rest;
        break;
      }
      const length = tag === null ? 1 : tag.length;
      if (tag === null) this.#text('<');
      else this.#tag(tag, rest.slice(0, length));
      rest = rest.slice(length);
    }
    return this.#take();
  }

  end(): ReferenceToken[] {
    if (this.#partial !== '') this.#text(this.#partial);
    this.#partial = '';
    this.#settle(this.#scanner.end());
    return this.#take();
  }

  #tag(tag: ReferenceTag, text: string): void {
    const kind = this.#scanner.nextKind;
    const closesWrappedFence = kind === 'fenced' && tag.kind === 'close' && this.#scanner.isFenceEnd;
    if (kind === 'none' || closesWrappedFence) this.#waiting.push({ text, tag });
    else if (kind !== null) this.#text(text);
    else {
      const token: WaitingToken = { text, tag, position: this.#scanner.position };
      this.#waiting.push(token);
      this.#undecided.push(token);
      this.#scan(text);
    }
    this.#isEscaped = false;
  }

  #text(text: string): void {
    const last = this.#waiting.at(-1);
    if (last && !last.tag) last.text += text;
    else this.#waiting.push({ text });
    this.#scan(text);
  }

  #scan(text: string): void {
    this.#isEscaped = endsEscaping(text, this.#isEscaped);
    if (this.#scanner.isQuiet && !NOT_QUIET.test(text)) this.#scanner.skip(text.length);
    else this.#settle(this.#scanner.push(text));
  }

  /** Applies the scanner's decisions to waiting tags. Segments and tags are both in text order. */
  #settle(segments: readonly CodeSegment[]): void {
    for (const { start, text, kind } of this.#undecided.length > 0 ? segments : []) {
      const end = start + text.length;
      let token = this.#undecided[0];
      while (token?.position !== undefined && token.position < end) {
        delete token.position;
        if (kind !== 'none') delete token.tag;
        this.#undecided.shift();
        token = this.#undecided[0];
      }
    }
  }

  #take(): ReferenceToken[] {
    let count = this.#waiting.findIndex((token) => token.position !== undefined);
    if (count === -1) count = this.#waiting.length;
    return this.#waiting.splice(0, count) as ReferenceToken[];
  }
}

function endsEscaping(text: string, before: boolean): boolean {
  let count = 0;
  while (count < text.length && text.charCodeAt(text.length - 1 - count) === 92) count += 1;
  const isOdd = count % 2 === 1;
  return count === text.length && before ? !isOdd : isOdd;
}
