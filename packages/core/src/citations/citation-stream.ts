import { MarkdownCodeScanner } from '../markdown/code-scanner.js';
import type { CodeSegment } from '../markdown/code-segment.js';
import type { CitationEvent } from './citation-event.js';
import { LinkDestination } from './link-destination.js';
import { isOpenBracket } from './marker-characters.js';
import { MarkerMatcher, type MatchOutcome } from './marker-matcher.js';

/** Everything that can begin, end or hide a marker; a piece without any of it needs no closer look. */
const SPECIAL = new Uint8Array(0x10000);
for (const character of '\n\r\\`[]［【〔') SPECIAL[character.charCodeAt(0)] = 1;

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (SPECIAL[text.charCodeAt(index)] === 1) return false;
  return !isHighSurrogate(text.charCodeAt(text.length - 1));
}

/**
 * Finds citation markers in an answer while it streams (CIT-1). What comes out depends on the text alone, not on
 * how it was cut (CIT-3); nothing is changed or lost (CIT-2); what is held back is bounded by the longest marker
 * and the longest inline code. One instance reads one answer: an unclosed fence ends with it.
 */
export class CitationStream {
  readonly #scanner = new MarkdownCodeScanner();
  readonly #matcher = new MarkerMatcher();
  readonly #destination = new LinkDestination();
  #events: CitationEvent[] = [];
  /** Text that is certain but not handed out yet, and where it begins. */
  #text = '';
  /** Everything before this offset was handed out, or is in `#text`. */
  #emitted = 0;
  /** A possible marker, as far as it was read. */
  #candidate = '';
  #candidateStart = 0;
  #surrogate = '';
  #backslash = false;
  #isLineStart = true;
  /** A bracket stands in the text that the scanner holds: nothing after it may go ahead. */
  #isBlocked = false;
  /** Nothing is open: a plain piece can be passed on as it is. */
  #isQuiet = false;

  push(text: string): CitationEvent[] {
    if (text.length === 0) return [];
    if (this.#isQuiet && isPlain(text)) {
      const start = this.#emitted;
      this.#scanner.skip(text.length);
      this.#emitted = start + text.length;
      return [{ type: 'text', text, start }];
    }
    return this.#read(text);
  }

  /** The answer is complete: hands out what was held back. */
  end(): CitationEvent[] {
    const segments = this.#surrogate ? this.#scanner.push(this.#surrogate) : [];
    this.#surrogate = '';
    for (const segment of [...segments, ...this.#scanner.end()]) this.#segment(segment);
    this.#stopMarker();
    return this.#take();
  }

  #read(piece: string): CitationEvent[] {
    let text = this.#surrogate + piece;
    this.#surrogate = '';
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#surrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    const segments = this.#scanner.push(text);
    for (const segment of segments) this.#segment(segment);
    if (segments.length > 0) this.#isBlocked = false;
    this.#goAhead(segments.length > 0 ? this.#scanner.held : text);
    this.#isQuiet =
      this.#surrogate === '' &&
      this.#matcher.isIdle &&
      !this.#backslash &&
      !this.#isLineStart &&
      this.#destination.isIdle &&
      this.#scanner.isQuiet;
    return this.#take();
  }

  /** Only brackets wait for the scanner to say whether they are code; the text before the first one can go. */
  #goAhead(undecided: string): void {
    if (this.#isBlocked || undecided === '' || this.#scanner.heldLength === 0) return;
    let length = 0;
    if (this.#matcher.isIdle)
      while (length < undecided.length && !isOpenBracket(undecided.charCodeAt(length))) length++;
    this.#isBlocked = length < undecided.length;
    this.#emit(undecided.slice(0, length), this.#scanner.position - undecided.length);
  }

  #segment({ kind, text, start }: CodeSegment): void {
    if (kind === 'none') {
      this.#plainSegment(text, start);
      return;
    }
    this.#stopMarker();
    this.#destination.reset();
    this.#backslash = false;
    this.#isLineStart = text.endsWith('\n') || text.endsWith('\r');
    this.#emit(text, start);
  }

  #plainSegment(text: string, start: number): void {
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (!this.#matcher.isIdle) {
        from = index + 1;
        if (this.#markerCharacter(code, text.charAt(index))) continue;
        from = index;
      }
      const isEscaped = this.#backslash && code === 0x5b;
      if (isOpenBracket(code) && !isEscaped && !this.#destination.isInside) {
        this.#emit(text.slice(from, index), start + from);
        from = index + 1;
        this.#matcher.open(code, this.#isLineStart);
        this.#candidate = text.charAt(index);
        this.#candidateStart = start + index;
      }
      this.#destination.step(code);
      this.#backslash = code === 0x5c && !this.#backslash;
      if (code === 10 || code === 13) this.#isLineStart = true;
      else if (code !== 32 && code !== 9) this.#isLineStart = false;
    }
    this.#emit(text.slice(from), start + from);
  }

  /** Whether the character became part of a possible marker. */
  #markerCharacter(code: number, character: string): boolean {
    const outcome = this.#matcher.step(code);
    if (outcome === 'more' || outcome === 'shift') {
      this.#candidate += character;
      this.#destination.step(code);
      if (outcome === 'shift') {
        this.#emit(this.#candidate.slice(0, 1), this.#candidateStart++);
        this.#candidate = this.#candidate.slice(1);
      }
      return true;
    }
    this.#settleMarker(outcome);
    return false;
  }

  #stopMarker(): void {
    this.#settleMarker(this.#matcher.stop());
  }

  #settleMarker(outcome: MatchOutcome): void {
    if (outcome === 'inner') {
      this.#emit(this.#candidate.slice(0, 1), this.#candidateStart++);
      this.#candidate = this.#candidate.slice(1);
    }
    if (outcome === 'done' || outcome === 'inner') {
      const range = { start: this.#candidateStart, end: this.#candidateStart + this.#candidate.length };
      this.#flush();
      this.#events.push({ type: 'marker', text: this.#candidate, numbers: this.#matcher.numbers, range });
      this.#emitted = range.end;
      this.#destination.reset();
    } else this.#emit(this.#candidate, this.#candidateStart);
    this.#candidate = '';
  }

  #emit(text: string, start: number): void {
    if (text === '') return;
    const known = this.#emitted - start;
    if (text.length <= known) return;
    this.#text += known > 0 ? text.slice(known) : text;
    this.#emitted = start + text.length;
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#events.push({ type: 'text', text: this.#text, start: this.#emitted - this.#text.length });
    this.#text = '';
  }

  #take(): CitationEvent[] {
    this.#flush();
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
