import type { CitationEvent } from '../citation-event.js';

/**
 * Puts another text in the place of each marker. Where the new form would be read differently than the marker was
 * (behind a backslash or a bracket, before what makes a link of it) the marker stays as it was written.
 */
export class MarkerRewriter {
  readonly #render: (marker: CitationEvent & { type: 'marker' }) => string;
  #waiting: { rendered: string; written: string } | null = null;
  #last = '\n';

  constructor(render: (marker: CitationEvent & { type: 'marker' }) => string) {
    this.#render = render;
  }

  write(event: CitationEvent): string {
    let out = this.#settle(event.text.charAt(0));
    if (event.type === 'text') out += event.text;
    const before = out === '' ? this.#last : out.charAt(out.length - 1);
    if (event.type === 'marker') {
      const rendered = before === '\\' || before === '[' ? event.text : this.#render(event);
      this.#waiting = { rendered, written: event.text };
    }
    this.#last = before;
    return out;
  }

  end(): string {
    return this.#settle('');
  }

  #settle(next: string): string {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!waiting) return '';
    return next === '(' || next === ':' ? waiting.written : waiting.rendered;
  }
}
