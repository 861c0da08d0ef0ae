import type { CitationEvent } from '../citation-event.js';

/**
 * Removes markers and repairs the spacing: `so [1].` becomes `so.`, `so [1] and` becomes `so and`; a marker at the
 * start of a line is removed with the space after it. `left` says what stays of a marker.
 */
export class MarkerRemover {
  readonly #left: (marker: CitationEvent & { type: 'marker' }) => string;
  /** Held-back spaces: at the end of the text so far, then after a removed marker. */
  #before = '';
  #behind = '';
  #isOpen = false;
  #isLineStart = true;

  constructor(left: (marker: CitationEvent & { type: 'marker' }) => string) {
    this.#left = left;
  }

  write(event: CitationEvent): string {
    if (event.type === 'text') return this.#text(event.text);
    const left = this.#left(event);
    if (left !== '') return this.#text(left);
    // Of several markers in a row, only the spaces before the first one count.
    this.#behind = '';
    this.#isOpen = true;
    return '';
  }

  end(): string {
    return this.#isOpen ? '' : this.#before;
  }

  #text(text: string): string {
    const content = text.replace(/^[ \t]+/, '');
    const spaces = text.slice(0, text.length - content.length);
    if (this.#isOpen) this.#behind += spaces;
    else this.#before += spaces;
    if (content === '') return '';
    const gap = this.#isOpen ? this.#gap(content) : this.#before;
    this.#isOpen = false;
    this.#behind = '';
    const body = content.replace(/[ \t]+$/, '');
    this.#before = content.slice(body.length);
    this.#isLineStart = /[\n\r]$/.test(body);
    return gap + body;
  }

  #gap(next: string): string {
    if (this.#isLineStart) return this.#before;
    if (this.#behind !== '' || !/^[\p{L}\p{N}]/u.test(next)) return this.#behind;
    return this.#before;
  }
}
