const LESS = 0x3c;
const GREATER = 0x3e;
const LONGEST_TAG = 200;

/** Tracks `<code>` and `<pre>` in a text; their content is code. A blank line ends `<code>`. */
export class HtmlCode {
  #inside: 'code' | 'pre' | null = null;
  /** The part of an open tag read so far; empty if none is open. */
  #tag = '';
  #lineFeeds = 0;

  get isInside(): boolean {
    return this.#inside !== null;
  }

  get isIdle(): boolean {
    return this.#inside === null && this.#tag.length === 0;
  }

  read(text: string): void {
    if (this.isIdle && !text.includes('<')) return;
    for (let index = 0; index < text.length; index++) this.#step(text.charCodeAt(index));
  }

  #step(code: number): void {
    if (code === 0x0a) {
      if (++this.#lineFeeds > 1 && this.#inside === 'code') this.#inside = null;
    } else if (code !== 0x0d && code !== 0x20 && code !== 0x09) this.#lineFeeds = 0;
    if (code === LESS) this.#tag = '<';
    else if (this.#tag !== '') {
      if (code === GREATER) {
        const [, end, name] = /^<(\/?)(code|pre)(?:\s|$)/i.exec(this.#tag) ?? [];
        const kind = name?.toLowerCase() as 'code' | 'pre' | undefined;
        if (kind !== undefined && end === '') this.#inside ??= kind;
        else if (kind !== undefined && kind === this.#inside) this.#inside = null;
        this.#tag = '';
      } else {
        this.#tag += String.fromCharCode(code);
        if (this.#tag.length > LONGEST_TAG || !/^<\/?[a-z]*(?:\s|$)/i.test(this.#tag)) this.#tag = '';
      }
    }
  }
}
