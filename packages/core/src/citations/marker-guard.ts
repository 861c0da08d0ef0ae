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
  /** A waiting marker, then everything after it, from `#first` on. */
  #held: { event: CitationEvent; waiting: WaitingMarker | null }[] = [];
  #first = 0;
  readonly #waiting = new WaitingMarkers();

  /** If true, text may bypass it, as long as `passed` is called. */
  get isIdle(): boolean {
    return this.#held.length === 0;
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
    if (this.#held.length > 0) {
      this.#waiting.end();
      this.#release(out);
    }
    if (this.#recent.length > 0) this.#forget();
  }

  /** Passes an event on to `out`, or a marker as text. */
  take(event: CitationEvent, out: CitationEvent[]): void {
    const isHolding = this.#held.length > 0;
    if (isHolding) this.#waiting.read(event.text);
    const [given, waiting] = event.type === 'marker' ? this.#placed(event) : [event, null];
    if (event.type === 'text')
      this.passed(event.text, this.#recent.length > 0 || firstHiding(event.text) !== -1);
    // A marker's own brackets open nothing.
    else if (this.#recent.length > 0) this.passed('x'.repeat(event.text.length), false);
    if (isHolding || waiting) {
      this.#held.push({ event: given, waiting });
      this.#release(out);
    } else out.push(given);
  }

  #placed(marker: CitationMarker): [CitationEvent, WaitingMarker | null] {
    const place = this.#place();
    if (place === 'text') return [marker, null];
    return place === 'elsewhere' ? [asText(marker), null] : [marker, this.#waiting.add(place)];
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
    for (; this.#first < this.#held.length; this.#first++) {
      const { event, waiting } = this.#held[this.#first] ?? {};
      if (!event || waiting?.isElsewhere === null) break;
      out.push(event.type === 'marker' && waiting?.isElsewhere ? asText(event) : event);
    }
    if (this.#first === this.#held.length) this.#held = [];
    else if (this.#first < LOOKED_BACK) return;
    else this.#held = this.#held.slice(this.#first);
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
