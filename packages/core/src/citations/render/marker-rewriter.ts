import type { CitationEvent } from '../citation-event.js';

/**
 * Replaces each marker with another text. If Markdown would read the new form differently (after a backslash or a
 * bracket, or before something that makes it a link), the marker stays as written.
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
