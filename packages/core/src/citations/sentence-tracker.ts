import { GrowingText } from '../messages/growing-text.js';
import { withoutMarkersAtEnd } from './markers-at-end.js';
import {
  endOfClosers,
  isBlockBreak,
  isSentenceEnd,
  lastSentence,
  MAY_END,
} from './verify/split-sentences.js';

/** How far back the start of a sentence is searched, and how far ahead its end. */
const MAX_LOOK_BACK = 2000;
const MAX_WAIT = 1000;
export const LONGEST_SENTENCE = MAX_LOOK_BACK + MAX_WAIT;
/** Characters that must follow a full stop or line break to decide whether it ends a sentence. */
const LOOK_AHEAD = 24;
/** Characters before such a place that may matter: longer than any abbreviation, list number or date. */
const LOOK_BEHIND = 64;

/** A marker at its position in the answer, with its value. */
export interface TrackedMarker<T> {
  value: T;
  start: number;
  end: number;
}

/** A complete sentence and the markers that waited for it. */
export interface TrackedSentence<T> {
  start: number;
  end: number;
  waiting: TrackedMarker<T>[];
}

/**
 * Tracks an answer sentence by sentence, but only while markers wait for their sentence to end; other text is only
 * stored. Results depend on the text alone: a place is judged only once LOOK_AHEAD characters follow it.
 */
export class SentenceTracker<T> {
  readonly #text = new GrowingText();
  #base = 0;
  #scanned = 0;
  /**
   * The end of the text, from shortly before `#scanned`, while markers wait. Reading a string that was just appended to
   * makes the engine copy it, so only this part is read.
   */
  #tail = '';
  #tailStart = 0;
  #waiting: TrackedMarker<T>[] = [];
  /** Places from `#scanned` on where a sentence may end, while markers wait. */
  #places: number[] = [];

  addText(text: string): void {
    this.#text.add(text);
    if (this.#waiting.length > 0) {
      this.#tail += text;
      this.#notePlaces(text);
    } else if (this.#text.length >= 4 * MAX_LOOK_BACK) {
      this.#base += this.#text.length - MAX_LOOK_BACK;
      this.#text.keepLast(MAX_LOOK_BACK);
    }
  }

  /** The answer's text between two offsets, as far as it is still stored. */
  slice(start: number, end: number): string {
    return this.#text.toString().slice(Math.max(0, start - this.#base), end - this.#base);
  }

  /**
   * Takes a marker whose text is about to be added. Returns its sentence if that is already complete (`… is so. [1]`);
   * otherwise the marker waits.
   */
  addMarker(marker: TrackedMarker<T>, markerText: string): TrackedSentence<T> | null {
    const from = Math.max(this.#base, marker.start - MAX_LOOK_BACK);
    const before = this.slice(from, marker.start);
    const trimmed = withoutMarkersAtEnd(before);
    let terminator = trimmed.length - 1;
    while (terminator > 0 && endOfClosers(trimmed, terminator) === trimmed.length) terminator--;
    // Reading a concatenated string copies it, so it is limited to what is examined.
    const hidden = Math.max(0, terminator - LOOK_BEHIND);
    const seen = `${trimmed.slice(hidden)} ${markerText}`;
    for (let index = terminator; index < trimmed.length; index++) {
      if (!isSentenceEnd(seen, index - hidden)) continue;
      const last = lastSentence(trimmed);
      if (last) return { start: from + last.start, end: from + trimmed.length, waiting: [marker] };
    }
    if (this.#waiting.length === 0) {
      this.#scanned = marker.end;
      this.#tail = this.#text.toString().slice(-LOOK_BEHIND);
      this.#tailStart = this.#base + this.#text.length - this.#tail.length;
      this.#places = [];
    }
    this.#waiting.push(marker);
    return null;
  }

  /** The next sentence that is now complete and that markers waited for. */
  takeComplete(isEnd = false): TrackedSentence<T> | null {
    const first = this.#waiting[0];
    if (!first) return null;
    const limit = isEnd ? this.#base + this.#text.length : this.#base + this.#text.length - LOOK_AHEAD;
    const longest = first.end + MAX_WAIT;
    for (;;) {
      const place = this.#places[0] ?? Infinity;
      if (Math.min(place, longest) >= limit) break;
      this.#scanned = Math.min(place, longest);
      const end = this.#endAt(this.#scanned);
      if (end > 0 || this.#scanned === longest) return this.#take(first, end || longest);
      this.#places.shift();
    }
    this.#scanned = Math.max(this.#scanned, limit);
    if (isEnd) return this.#take(first, limit);
    this.#shortenTail();
    return null;
  }

  #shortenTail(): void {
    const passed = this.#scanned - this.#tailStart - LOOK_BEHIND;
    if (passed < 4 * LOOK_BEHIND) return;
    this.#tail = this.#tail.slice(passed);
    this.#tailStart += passed;
  }

  /** Records the places in a piece where a sentence may end; only those are examined closely. */
  #notePlaces(text: string): void {
    const start = this.#base + this.#text.length - text.length;
    for (let index = 0; index < text.length; index++)
      if (MAY_END[text.charCodeAt(index)] !== 0 && start + index >= this.#scanned)
        this.#places.push(start + index);
  }

  /** The end of the sentence if it ends at this place; otherwise 0. */
  #endAt(position: number): number {
    const index = position - this.#tailStart;
    const code = this.#tail.charCodeAt(index);
    if (code === 10 || code === 13) return isBlockBreak(this.#tail, index) ? position : 0;
    return isSentenceEnd(this.#tail, index) ? this.#tailStart + endOfClosers(this.#tail, index + 1) : 0;
  }

  #take(first: TrackedMarker<T>, end: number): TrackedSentence<T> {
    const waiting = this.#waiting.filter((marker) => marker.start < end);
    this.#waiting = this.#waiting.slice(waiting.length);
    this.#scanned = Math.max(end, this.#waiting[0]?.end ?? 0);
    this.#places = this.#places.filter((place) => place >= this.#scanned);
    const from = Math.max(this.#base, first.start - MAX_LOOK_BACK);
    const start = lastSentence(this.slice(from, first.start));
    return { start: from + (start?.start ?? first.start - from), end, waiting };
  }
}
