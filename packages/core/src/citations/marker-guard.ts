import type { CitationEvent, CitationMarker } from './citation-event.js';
import { type Lookahead, placeOf } from './marker-place.js';
import { HIDING_SIGN, SIGNS } from './marker-signs.js';

/** Of the text before a marker, as much is looked at. */
const LOOKED_BACK = 400;
/** The most that may wait behind a marker. */
export const MAX_HELD = 240;

/**
 * Takes markers back that stand where none is meant (CIT-1): in LaTeX, in an address, in the text of a link. Whether `$` or a bracket before a marker is ever closed shows only later: until then the marker and
 * what follows it are held, for a line and for MAX_HELD characters at most.
 */
export class MarkerGuard {
  /** The newest text, in pieces, from the first sign on that may hide a marker; empty: there is none. */
  #recent: string[] = [];
  #recentLength = 0;
  /** A marker that waits, then everything behind it. */
  #held: CitationEvent[] = [];
  #lookahead: Lookahead | null = null;
  /** Characters behind the marker that waits. */
  #waited = 0;

  /** Text can go by it, if it hears of it. */
  get isIdle(): boolean {
    return this.#held.length === 0;
  }

  passed(text: string, mayHide: boolean): void {
    if (this.#recent.length === 0 && !mayHide) return;
    // From the sign itself on: what is remembered must not depend on how the text was cut.
    this.#recent.push(this.#recent.length === 0 ? text.slice(firstHiding(text)) : text);
    this.#recentLength += text.length;
    if (this.#recentLength > 8 * LOOKED_BACK) this.#before();
  }

  /** Code begins, or the text is complete: what waits is what it looks like. */
  reset(out: CitationEvent[]): void {
    while (this.#lookahead) this.#release(false, out);
    this.#recent = [];
    this.#recentLength = 0;
  }

  /** Lets an event through to `out`, or a marker as text. */
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
    // Its own brackets open nothing.
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
      // What is held is taken again, this text with it: it must not be read twice.
      this.#release(isElsewhere, out);
      return;
    }
  }

  /** The first one is decided; what comes after it is read again, and may wait in its turn. */
  #release(isElsewhere: boolean, out: CitationEvent[]): void {
    const [marker, ...rest] = this.#held;
    this.#held = [];
    this.#lookahead = null;
    if (marker?.type === 'marker') this.#give(isElsewhere ? asText(marker) : marker, out);
    for (const event of rest) this.take(event, out);
  }

  /** From a sign on that may hide a marker; empty: there is none. */
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
