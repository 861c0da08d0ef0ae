import type { CitationEvent, CitationMarker } from './citation-event.js';
import { type Lookahead, placeOf } from './marker-place.js';
import { HIDING_SIGN, SIGNS } from './marker-signs.js';

/** How many characters before a marker are examined. */
const LOOKED_BACK = 400;
/** The most characters held back after a marker. */
export const MAX_HELD = 240;

/**
 * Turns markers back into text where no citation is meant (CIT-1): in LaTeX, in an address, in the text of a link.
 * Whether a `$` or a bracket before a marker is ever closed is known only later. Until then the marker and what follows
 * are held back, within the line and for at most MAX_HELD characters.
 */
export class MarkerGuard {
  /** The most recent text, in pieces, from the first sign that may hide a marker; empty if there is none. */
  #recent: string[] = [];
  #recentLength = 0;
  /** A waiting marker, then everything after it. */
  #held: CitationEvent[] = [];
  #lookahead: Lookahead | null = null;
  /** Number of characters after the waiting marker. */
  #waited = 0;

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
    while (this.#lookahead) this.#release(false, out);
    if (this.#recent.length > 0) this.#recent = [];
    this.#recentLength = 0;
  }

  /** Passes an event on to `out`, or a marker as text. */
  take(event: CitationEvent, out: CitationEvent[]): void {
    if (this.#lookahead) {
      this.#held.push(event);
      this.#look(event.text, out);
    } else if (event.type === 'text') {
      this.passed(event.text, this.#recent.length > 0 || firstHiding(event.text) !== -1);
      out.push(event);
    } else this.#marker(event, out);
  }

  #marker(marker: CitationMarker, out: CitationEvent[]): void {
    const place = this.#place();
    if (place === 'text') this.#give(marker, out);
    else if (place === 'elsewhere') this.#give(asText(marker), out);
    else {
      this.#held = [marker];
      this.#waited = 0;
      this.#lookahead = place;
    }
  }

  #give(event: CitationEvent, out: CitationEvent[]): void {
    // A marker's own brackets open nothing.
    if (this.#recent.length > 0) this.passed('x'.repeat(event.text.length), false);
    out.push(event);
  }

  #place(): ReturnType<typeof placeOf> {
    if (this.#recent.length === 0) return 'text';
    const before = this.#before();
    return before === '' ? 'text' : placeOf(before);
  }

  #look(text: string, out: CitationEvent[]): void {
    const lookahead = this.#lookahead;
    for (let index = 0; index < text.length && lookahead; index++) {
      const isElsewhere = ++this.#waited > MAX_HELD ? false : lookahead.step(text.charCodeAt(index));
      if (isElsewhere === null) continue;
      // The held events, including this text, are taken again; stop here, so nothing is read twice.
      this.#release(isElsewhere, out);
      return;
    }
  }

  /** Decides the first marker; events after it are taken again, and may wait themselves. */
  #release(isElsewhere: boolean, out: CitationEvent[]): void {
    const [marker, ...rest] = this.#held;
    this.#held = [];
    this.#lookahead = null;
    if (marker?.type === 'marker') this.#give(isElsewhere ? asText(marker) : marker, out);
    for (const event of rest) this.take(event, out);
  }

  /** The recent text from a sign that may hide a marker; empty if there is none. */
  #before(): string {
    const text = this.#recent.join('').slice(-LOOKED_BACK);
    const at = firstHiding(text);
    this.#recent = at === -1 ? [] : [text.slice(at)];
    this.#recentLength = at === -1 ? 0 : text.length - at;
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
