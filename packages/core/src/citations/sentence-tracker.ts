import { isCloseBracket } from './marker-characters.js';
import {
  endOfClosers,
  isBlockBreak,
  isSentenceEnd,
  lastSentence,
  MAY_END,
} from './verify/split-sentences.js';

/** How far back the beginning of a sentence is looked for, and how far ahead its end. */
const MAX_LOOK_BACK = 2000;
const MAX_WAIT = 1000;
export const LONGEST_SENTENCE = MAX_LOOK_BACK + MAX_WAIT;
/** What must follow a full stop or line break before it is certain whether it ends a sentence. */
const LOOK_AHEAD = 24;
/** What may come before such a place and matter: more than any abbreviation, list number or date. */
const LOOK_BEHIND = 64;

/** A marker at its place in the answer, with what belongs to it. */
export interface TrackedMarker<T> {
  value: T;
  start: number;
  end: number;
}

/** A complete sentence and the markers that were waiting for it. */
export interface TrackedSentence<T> {
  start: number;
  end: number;
  waiting: TrackedMarker<T>[];
}

/**
 * Follows an answer sentence by sentence, but only while markers wait for theirs to end: other text is kept, not
 * looked at. What it finds depends on the text alone: a place is judged only once LOOK_AHEAD characters follow it.
 */
export class SentenceTracker<T> {
  #text = '';
  #base = 0;
  #scanned = 0;
  /**
   * The end of the text, from a little before `#scanned` on, while markers wait. Looking into a text that was just
   * added to makes the engine copy it, so only this part is looked into.
   */
  #tail = '';
  #tailStart = 0;
  #waiting: TrackedMarker<T>[] = [];
  /** Places from `#scanned` on at which a sentence may end, while markers wait. */
  #places: number[] = [];

  addText(text: string): void {
    this.#text += text;
    if (this.#waiting.length > 0) {
      this.#tail += text;
      this.#notePlaces(text);
    } else if (this.#text.length >= 4 * MAX_LOOK_BACK) {
      this.#base += this.#text.length - MAX_LOOK_BACK;
      this.#text = this.#text.slice(-MAX_LOOK_BACK);
    }
  }

  /** The answer's text from one offset to another, as far as it is still kept. */
  slice(start: number, end: number): string {
    return this.#text.slice(Math.max(0, start - this.#base), end - this.#base);
  }

  /**
   * Takes a marker whose text is about to be added. Returns the sentence it belongs to if that is complete already
   * (`… is so. [1]`); otherwise the marker waits.
   */
  addMarker(marker: TrackedMarker<T>, markerText: string): TrackedSentence<T> | null {
    const from = Math.max(this.#base, marker.start - MAX_LOOK_BACK);
    const before = this.slice(from, marker.start);
    const trimmed = withoutMarkersAtEnd(before);
    let terminator = trimmed.length - 1;
    while (terminator > 0 && endOfClosers(trimmed, terminator) === trimmed.length) terminator--;
    // What is put together has to be copied to be looked into, so it is no more than is looked at.
    const hidden = Math.max(0, terminator - LOOK_BEHIND);
    const seen = `${trimmed.slice(hidden)} ${markerText}`;
    for (let index = terminator; index < trimmed.length; index++) {
      if (!isSentenceEnd(seen, index - hidden)) continue;
      const last = lastSentence(trimmed);
      if (last) return { start: from + last.start, end: from + trimmed.length, waiting: [marker] };
    }
    if (this.#waiting.length === 0) {
      this.#scanned = marker.end;
      this.#tail = this.#text.slice(-LOOK_BEHIND);
      this.#tailStart = this.#base + this.#text.length - this.#tail.length;
      this.#places = [];
    }
    this.#waiting.push(marker);
    return null;
  }

  /** The sentence that has been completed by now and that markers were waiting for. */
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

  /** Only these places are looked at closely: of each piece, where a sentence may end. */
  #notePlaces(text: string): void {
    const start = this.#base + this.#text.length - text.length;
    for (let index = 0; index < text.length; index++)
      if (MAY_END[text.charCodeAt(index)] !== 0 && start + index >= this.#scanned)
        this.#places.push(start + index);
  }

  /** Where the sentence ends if it does at this place; 0 otherwise. */
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

/** Markers side by side share their sentence. The pattern is only tried where it can match: it is slow where it cannot. */
function withoutMarkersAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 9)) end--;
  if (!isCloseBracket(text.charCodeAt(end - 1))) return text.slice(0, end);
  return text.replace(/(?:[ \t]*[[［【〔]+[^\]］】〕\n]{1,240}[\]］】〕]+)*[ \t]*$/, '');
}
