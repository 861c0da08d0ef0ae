import type { CitationEvent, CitationMarker } from './citation-event.js';
import { type OpenPlace, placeOf } from './marker-place.js';
import { HIDING_SIGN, SIGNS } from './marker-signs.js';
import { OpenBrackets } from './open-brackets.js';
import { type WaitingMarker, WaitingMarkers } from './waiting-markers.js';

/** How many characters before a marker are examined. */
const LOOKED_BACK = 400;

/**
 * Turns markers back into text where no citation is meant (CIT-1): in LaTeX, in an address, in the text of a link.
 * Whether a `$` or a bracket before a marker is ever closed is known only later. Until then the marker and what follows
 * are held back, within the line and for at most MAX_HELD characters.
 */
export class MarkerGuard {
  /** The most recent text, in pieces, from the first sign that may hide a marker; empty if there is none. */
  #recent: string[] = [];
  #recentLength = 0;
  /** How many of these pieces `#brackets` has read. */
  #bracketsRead = 0;
  readonly #brackets = new OpenBrackets(LOOKED_BACK);
  /** A waiting marker, then everything after it, from `#first` to before `#end`. The list never shrinks. */
  readonly #held: CitationEvent[] = [];
  /** By held event: set if it is a marker that waits. */
  readonly #waitingOf: (WaitingMarker | null)[] = [];
  #first = 0;
  #end = 0;
  readonly #waiting = new WaitingMarkers();

  /** If true, text may bypass it, as long as `passed` is called. */
  get isIdle(): boolean {
    return this.#end === 0;
  }

  passed(text: string, mayHide: boolean): void {
    if (this.#recent.length === 0 && !mayHide) return;
    // Starts at the sign itself: the recorded text must not depend on how the stream was split.
    this.#recent.push(this.#recent.length === 0 ? text.slice(firstHiding(text)) : text);
    this.#recentLength += text.length;
    if (this.#recentLength > 8 * LOOKED_BACK) this.#before();
  }

  /** Code begins, or the text is complete: waiting markers are accepted as they are. */
  reset(out: CitationEvent[]): void {
    if (this.#end > 0) {
      this.#waiting.end();
      this.#release(out);
    }
    if (this.#recent.length > 0) this.#forget();
  }

  /** Passes an event on to `out`, or a marker as text. */
  take(event: CitationEvent, out: CitationEvent[]): void {
    if (this.#end > 0) this.#waiting.read(event.text);
    if (event.type === 'text') {
      this.passed(event.text, this.#recent.length > 0 || firstHiding(event.text) !== -1);
      this.#give(event, null, out);
      return;
    }
    const place = this.#place();
    // A marker's own brackets open nothing.
    if (this.#recent.length > 0) this.passed(fillerOf(event.text.length), false);
    if (place === 'text') this.#give(event, null, out);
    else if (place === 'elsewhere') this.#give(asText(event), null, out);
    else this.#give(event, this.#waiting.add(place), out);
  }

  #give(event: CitationEvent, waiting: WaitingMarker | null, out: CitationEvent[]): void {
    if (waiting === null && this.#end === 0) {
      out.push(event);
      return;
    }
    this.#held[this.#end] = event;
    this.#waitingOf[this.#end++] = waiting;
    this.#release(out);
  }

  #place(): 'text' | 'elsewhere' | OpenPlace {
    if (this.#recent.length === 0) return 'text';
    this.#readBrackets();
    const brackets = this.#brackets.count;
    if (brackets !== null) return brackets === 0 ? 'text' : { brackets, dollar: null };
    const before = this.#before();
    return before === '' ? 'text' : placeOf(before);
  }

  #readBrackets(): void {
    for (; this.#bracketsRead < this.#recent.length; this.#bracketsRead++)
      this.#brackets.read(this.#recent[this.#bracketsRead] ?? '');
  }

  /** Gives the events before the first marker that still waits. */
  #release(out: CitationEvent[]): void {
    for (; this.#first < this.#end; this.#first++) {
      const event = this.#held[this.#first];
      const waiting = this.#waitingOf[this.#first];
      if (!event || waiting?.isElsewhere === null) break;
      out.push(event.type === 'marker' && waiting?.isElsewhere ? asText(event) : event);
    }
    if (this.#first < this.#end && this.#first < LOOKED_BACK) return;
    this.#moveUp();
  }

  /** Drops those that were given. In a loop, because the engine has no fast way for `copyWithin` of lists. */
  #moveUp(): void {
    const first = this.#first;
    for (let index = first; index < this.#end; index++) {
      this.#held[index - first] = this.#held[index] as CitationEvent;
      this.#waitingOf[index - first] = this.#waitingOf[index] ?? null;
    }
    this.#end -= first;
    this.#first = 0;
  }

  #forget(): void {
    this.#recent = [];
    this.#recentLength = 0;
    this.#bracketsRead = 0;
    this.#brackets.reset();
  }

  /** The recent text from a sign that may hide a marker; empty if there is none. */
  #before(): string {
    const isRead = this.#bracketsRead === this.#recent.length;
    const text = this.#recent.join('').slice(-LOOKED_BACK);
    const at = firstHiding(text);
    if (at === -1) {
      this.#forget();
      return '';
    }
    this.#recent = [text.slice(at)];
    this.#recentLength = text.length - at;
    // Brackets that no marker asked about are not counted; those that are left are read when one does.
    if (!isRead) this.#brackets.reset();
    this.#bracketsRead = isRead ? 1 : 0;
    return this.#recent[0] ?? '';
  }
}

/** Text of a length that opens nothing. */
const fillers: string[] = [];
const fillerOf = (length: number): string => (fillers[length] ??= 'x'.repeat(length));

function firstHiding(text: string): number {
  for (let index = 0; index < text.length; index++)
    if (((SIGNS[text.charCodeAt(index)] ?? 0) & HIDING_SIGN) !== 0) return index;
  return -1;
}

const asText = ({ text, range }: CitationMarker): CitationEvent => ({
  type: 'text',
  text,
  start: range.start,
});
