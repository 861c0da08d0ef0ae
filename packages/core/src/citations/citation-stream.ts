import { MarkdownCodeScanner } from '../markdown/code-scanner.js';
import type { CodeKind } from '../markdown/code-segment.js';
import type { CitationEvent } from './citation-event.js';
import { HtmlCode } from './html-code.js';
import { LinkDestination } from './link-destination.js';
import { isOpenBracket } from './marker-characters.js';
import { MarkerGuard } from './marker-guard.js';
import { MarkerMatcher } from './marker-matcher.js';
import {
  ADDRESS_SIGN,
  CLOSE_SIGN,
  CODE_SIGN,
  codeSignsOf,
  HIDING_SIGN,
  isHighSurrogate,
  MARKER_SIGN,
  SIGNS,
  signsOf,
} from './marker-signs.js';
import { UnfinishedMarkers } from './unfinished-markers.js';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const UNKNOWN_SIGNS = -1;

/** The text between two offsets in `piece`, with `carry` before it at negative offsets. */
function joined(carry: string, piece: string, from: number, to: number): string {
  if (from >= 0) return piece.slice(from, to);
  const before = carry.slice(carry.length + from, to < 0 ? carry.length + to : carry.length);
  return to > 0 ? before + piece.slice(0, to) : before;
}

/**
 * Finds citation markers in an answer while it streams (CIT-1). The events depend on the text alone, not on how it was
 * split (CIT-3). Nothing is changed or lost (CIT-2). What is held back is bounded by the longest marker and the longest
 * inline code. One instance reads one answer, because an unclosed fence ends with it.
 */
export class CitationStream {
  readonly #scanner = new MarkdownCodeScanner();
  readonly #matcher = new MarkerMatcher();
  readonly #destination = new LinkDestination();
  readonly #guard = new MarkerGuard();
  /** Gets only text that is certain not to be Markdown code: a tag in code opens nothing. */
  readonly #html = new HtmlCode();
  #htmlRead = 0;
  #events: CitationEvent[] = [];
  /** Decided text that is not emitted yet. */
  #text = '';
  /** Everything before this offset was emitted or is in `#text`. */
  #emitted = 0;
  /** The part of a possible marker from earlier pieces. */
  #carry = '';
  /** Text after it that the matcher has not read, because the marker may fail before that is worthwhile. */
  readonly #unfinished = new UnfinishedMarkers();
  #surrogate = '';
  #backslash = false;
  #isLineStart = true;
  /** The text held by the scanner contains a bracket: nothing after it may be emitted early. */
  #isBlocked = false;
  /** Neither code nor an escape is open: a piece without code signs has the same kind as the text before it. */
  #isQuiet = false;
  /** While `#isQuiet`: whether the text is code. */
  #isQuietCode = false;
  /**
   * Nothing is open and nothing is held back: a piece without signs leaves everything as it is. Kept rather than worked
   * out, so that the way of most pieces is short, and takes the same time however the engine compiles the rest.
   */
  #isOpen = false;

  push(text: string): CitationEvent[] {
    if (text.length === 0) return [];
    let signs = UNKNOWN_SIGNS;
    if (this.#isOpen) {
      signs = this.#signsOf(text);
      if (signs === 0) {
        const start = this.#emitted;
        this.#passOpen(text);
        return [{ type: 'text', text, start }];
      }
    } else {
      const failed = this.#unfinished.add(text);
      if (failed !== null) {
        this.#scanner.skip(text.length);
        return failed.length === 0 ? [] : this.#failed(failed);
      }
    }
    const events = this.#pushClosely(text, signs);
    this.#isOpen = this.#isNothingOpen();
    return events;
  }

  /** Takes a piece of plain text after which nothing is held back. Most pieces are, and need no events. */
  pass(text: string): boolean {
    if (text.length === 0 || !(this.#isOpen || (this.#isQuiet && this.#isFree()))) return false;
    const signs = this.#signsOf(text);
    if (signs === 0 && this.#isOpen) {
      this.#passOpen(text);
      return true;
    }
    if ((signs & CODE_SIGN) !== 0 || !this.#isPassable(signs)) return false;
    this.#go(text, signs);
    this.#isOpen = this.#isNothingOpen();
    return true;
  }

  #passOpen(text: string): void {
    this.#scanner.skip(text.length);
    this.#emitted += text.length;
    if (!this.#isQuietCode) this.#guard.passed(text, false);
  }

  #pushClosely(text: string, known: number): CitationEvent[] {
    if (!this.#isQuiet) return this.#read(text);
    if (!this.#unfinished.isEmpty) this.#resume();
    else if (this.#carry.length > 0 && this.#beginUnfinished(text))
      return this.#failed(this.#unfinished.takeFailed());
    const signs = known === UNKNOWN_SIGNS ? this.#signsOf(text) : known;
    if ((signs & CODE_SIGN) !== 0) return this.#read(text);
    if (this.#isFree() && this.#isPassable(signs)) {
      this.#go(text, signs);
      return [{ type: 'text', text, start: this.#emitted - text.length }];
    }
    if (this.#isQuietCode) this.#code(text, this.#skip(text, signs));
    else if (this.#isPassable(signs)) this.#passable(text, this.#skip(text, signs));
    else this.#plainSegment(text, this.#skip(text, 0));
    return this.#take();
  }

  #isNothingOpen(): boolean {
    return this.#isQuiet && this.#isFree() && this.#isPassable(0);
  }

  /** Whether nothing is held back. Lengths are compared, not texts: that needs no call. */
  #isFree(): boolean {
    return (
      this.#carry.length === 0 &&
      this.#text.length === 0 &&
      this.#unfinished.isEmpty &&
      this.#guard.isIdle &&
      this.#html.isIdle
    );
  }

  #go(text: string, signs: number): void {
    this.#emitted = this.#skip(text, signs) + text.length;
    if (!this.#isQuietCode) this.#guard.passed(text, (signs & HIDING_SIGN) !== 0);
  }

  #signsOf(text: string): number {
    return this.#isQuietCode ? codeSignsOf(text) : signsOf(text);
  }

  /** Advances the scanner past a piece; returns the offset of the piece. */
  #skip(text: string, signs: number): number {
    const start = this.#scanner.position;
    this.#scanner.skip(text.length);
    if ((signs & ~HIDING_SIGN) !== 0) this.#destination.pass(text.charCodeAt(text.length - 1));
    return start;
  }

  /** Neither a marker nor a link address can begin or end in a piece with these signs. */
  #isPassable(signs: number): boolean {
    if (this.#isQuietCode) return true;
    if (!this.#matcher.isIdle) return false;
    if ((signs & MARKER_SIGN) !== 0) return false;
    // There may be several closing brackets; only what follows the last one matters.
    if ((signs & CLOSE_SIGN) !== 0) return (signs & ADDRESS_SIGN) === 0 && !this.#destination.isInside;
    return this.#destination.isIdle;
  }

  #passable(text: string, start: number): void {
    if (text === '') return;
    this.#readHtml(text, start);
    this.#emit(text, start);
  }

  #readHtml(text: string, start: number): void {
    const known = this.#htmlRead - start;
    this.#html.read(known > 0 ? text.slice(known) : text);
    this.#htmlRead = start + text.length;
  }

  /** Defers a piece that leaves the marker before it unfinished, the first of its kind. */
  #beginUnfinished(text: string): boolean {
    if (!this.#matcher.isUnfinished || !this.#unfinished.begin(this.#carry, text)) return false;
    this.#matcher.stop();
    this.#carry = '';
    this.#scanner.skip(text.length);
    return true;
  }

  #failed(text: string): CitationEvent[] {
    this.#passable(text, this.#emitted);
    return this.#take();
  }

  /** Reads the deferred text as if it had just arrived. */
  #resume(): void {
    const text = this.#unfinished.takeAll();
    this.#plainSegment(text, this.#scanner.position - text.length);
  }

  /** The answer is complete: returns what was held back. */
  end(): CitationEvent[] {
    if (!this.#unfinished.isEmpty) this.#resume();
    if (this.#surrogate) this.#scanner.read(this.#surrogate, this.#segment);
    this.#surrogate = '';
    this.#scanner.finish(this.#segment);
    this.#stopMarker(this.#scanner.position);
    this.#flush();
    this.#guard.reset(this.#events);
    return this.#take();
  }

  #read(piece: string): CitationEvent[] {
    let text = this.#surrogate.length === 0 ? piece : this.#surrogate + piece;
    this.#surrogate = '';
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#surrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    const undecided = this.#scanner.heldLength;
    this.#scanner.read(text, this.#segment);
    if (this.#scanner.heldLength > 0) {
      // While nothing is decided, the held text is the previous one plus this piece.
      const isUnchanged = this.#scanner.heldLength === undecided + text.length;
      if (!isUnchanged) this.#isBlocked = false;
      this.#goAhead(isUnchanged ? text : this.#scanner.held);
    } else this.#isBlocked = false;
    this.#isQuiet = this.#surrogate === '' && !this.#backslash && !this.#isLineStart && this.#scanner.isQuiet;
    this.#isQuietCode = this.#scanner.quietKind !== 'none';
    return this.#take();
  }

  /** Only brackets wait for the scanner to decide whether they are code; the text before the first one is emitted. */
  #goAhead(undecided: string): void {
    if (this.#isBlocked) return;
    let length = 0;
    if (this.#matcher.isIdle)
      while (length < undecided.length && !isOpenBracket(undecided.charCodeAt(length))) length++;
    this.#isBlocked = length < undecided.length;
    this.#emit(undecided.slice(0, length), this.#scanner.position - undecided.length);
  }

  readonly #segment = (kind: CodeKind, text: string, start: number): void => {
    if (kind === 'none') {
      this.#plainSegment(text, start);
      return;
    }
    this.#stopMarker(start);
    this.#destination.reset();
    this.#backslash = false;
    const last = text.charCodeAt(text.length - 1);
    this.#isLineStart = last === 10 || last === 13;
    if (!this.#html.isIdle) this.#html.read('`');
    if (kind === 'inline') this.#emit(text, start);
    else this.#code(text, start);
  };

  /** A block of code: nothing in it can hide a marker after it. */
  #code(text: string, start: number): void {
    this.#flush();
    this.#guard.reset(this.#events);
    this.#emit(text, start);
    this.#flush(this.#unguarded);
  }

  /**
   * Offsets are relative to `piece`; the part of a possible marker from earlier pieces is before it, at negative
   * offsets.
   */
  #plainSegment(piece: string, pieceStart: number): void {
    const matcher = this.#matcher;
    const destination = this.#destination;
    const carry = this.#carry;
    // Start of the text not yet emitted, and of a possible marker in it. `-carry.length` would be -0, no integer.
    let from = 0 - carry.length;
    let candidate = from;
    let isIdle = matcher.isIdle;
    let isPlain = destination.isIdle;
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      if (!isIdle) {
        const outcome = matcher.step(code);
        if (outcome === 'more') {
          if (code === CLOSE_BRACKET || !isPlain) {
            destination.step(code);
            isPlain = destination.isIdle;
          }
          continue;
        }
        if (outcome === 'shift') {
          candidate++;
          // Of a long run of brackets, only the last two matter.
          for (; code === OPEN_BRACKET && piece.charCodeAt(index + 1) === code; index++) candidate++;
          destination.reset();
          isPlain = true;
          continue;
        }
        isIdle = true;
        if (outcome !== 'failed') {
          if (outcome === 'inner') candidate++;
          const before = joined(carry, piece, from, candidate);
          this.#marker(before, joined(carry, piece, candidate, index), pieceStart + candidate);
          from = index;
          isPlain = true;
        }
      }
      if ((SIGNS[code] ?? 0) === 0 && isPlain) {
        this.#backslash = false;
        if (code !== 32 && code !== 9) this.#isLineStart = false;
        continue;
      }
      if (isOpenBracket(code) && !(this.#backslash && code === OPEN_BRACKET) && !destination.isInside) {
        candidate = index;
        isIdle = false;
        matcher.open(code, this.#isLineStart);
      }
      destination.step(code);
      isPlain = destination.isIdle;
      this.#backslash = code === 0x5c && !this.#backslash;
      if (code === 10 || code === 13) this.#isLineStart = true;
      else if (code !== 32 && code !== 9) this.#isLineStart = false;
    }
    const end = isIdle ? piece.length : candidate;
    this.#passable(joined(carry, piece, from, end), pieceStart + from);
    this.#carry = joined(carry, piece, end, piece.length);
  }

  /** Code begins or the answer ends: decides whether the possible marker is one or is text. */
  #stopMarker(end: number): void {
    const start = end - this.#carry.length;
    const text = this.#carry;
    this.#carry = '';
    const outcome = this.#matcher.stop();
    const candidate = outcome === 'inner' ? 1 : 0;
    if (outcome === 'done' || outcome === 'inner')
      this.#marker(text.slice(0, candidate), text.slice(candidate), start + candidate);
    else this.#passable(text, start);
  }

  #marker(before: string, text: string, start: number): void {
    this.#passable(before, start - before.length);
    const isCode = this.#html.isInside;
    this.#readHtml(text, start);
    this.#destination.reset();
    if (isCode) {
      this.#emit(text, start);
      return;
    }
    this.#flush();
    const range = { start, end: start + text.length };
    this.#guard.take({ type: 'marker', text, numbers: this.#matcher.numbers, range }, this.#events);
    this.#emitted = range.end;
  }

  #emit(text: string, start: number): void {
    if (text === '') return;
    const known = this.#emitted - start;
    if (text.length <= known) return;
    this.#text += known > 0 ? text.slice(known) : text;
    this.#emitted = start + text.length;
  }

  #flush(give = this.#guarded): void {
    if (this.#text.length === 0) return;
    give({ type: 'text', text: this.#text, start: this.#emitted - this.#text.length });
    this.#text = '';
  }

  readonly #guarded = (event: CitationEvent): unknown => this.#guard.take(event, this.#events);
  readonly #unguarded = (event: CitationEvent): unknown => this.#events.push(event);

  #take(): CitationEvent[] {
    this.#flush();
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
