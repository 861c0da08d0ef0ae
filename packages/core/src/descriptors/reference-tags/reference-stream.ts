import { MAX_TAG_CHARACTERS, type ReferenceTag } from './read-reference-tag.js';
import { ReferenceTagReader, type ReferenceToken } from './reference-tag-reader.js';
import { storedReference, type StoredReference } from './stored-reference.js';

/** Events while reading an answer with `<ref>` tags: text to show, references, warnings. */
export type ReferenceStreamEvent =
  | { type: 'text'; text: string }
  | ({ type: 'reference'; name: string } & StoredReference)
  | { type: 'warning'; code: string; message: string };

interface OpenReference {
  name: string;
  tag: string;
  /** Where its content begins in `#view`. */
  start: number;
  isTaken: boolean;
}

/** How many characters after an opening tag are held back until it is closed. After that it counts as a reference. */
export const MAX_UNDECIDED_CHARACTERS = 512;
const MAX_DEPTH = 16;

/**
 * Removes `<ref id="name">…</ref>` from an answer while it streams. It emits what the user sees (`text`) and what is
 * stored (`reference`, when the tag closes). Neither depends on how the stream was split. A tag that is never closed
 * stays in the text, unless its content was longer than what is held back.
 *
 * ```ts
 * import { ReferenceStream } from '@ibid/core';
 *
 * const stream = new ReferenceStream();
 * const events = [...stream.push('See <ref id="pl'), ...stream.push('an">step one</ref>.'), ...stream.end()];
 * for (const event of events) if (event.type === 'reference') console.log(event.name, event.content);
 * ```
 */
export class ReferenceStream {
  readonly #reader = new ReferenceTagReader();
  /** Outermost first. */
  readonly #open: OpenReference[] = [];
  /** What the user sees, from the outermost open tag on. */
  #view = '';
  /** Text held back behind a tag that is still undecided. */
  #waiting: (string | OpenReference)[] = [];
  #events: ReferenceStreamEvent[] = [];

  /** Accepts a piece of plain text, which nearly all are, without events. False: it has to be pushed. */
  pass(piece: string): boolean {
    if (!this.#reader.isIdle || this.#open.length > 0 || piece.includes('<')) return false;
    this.#reader.pass(piece);
    return true;
  }

  push(piece: string): ReferenceStreamEvent[] {
    if (piece === '') return [];
    if (this.pass(piece)) return [{ type: 'text', text: piece }];
    for (const token of this.#reader.push(piece)) this.#token(token);
    return this.#take();
  }

  end(): ReferenceStreamEvent[] {
    for (const token of this.#reader.end()) this.#token(token);
    for (const { name, isTaken } of this.#open)
      this.#warn(
        'reference_unclosed',
        `<ref id="${name}"> was never closed, so nothing was stored as ref:${name}` +
          (isTaken ? '; its text is in the answer without the tag.' : '; the tag is in the answer as text.'),
      );
    for (const part of this.#waiting)
      this.#emit(typeof part === 'string' ? part : part.isTaken ? '' : part.tag);
    this.#waiting = [];
    this.#open.length = 0;
    return this.#take();
  }

  #token(token: ReferenceToken): void {
    const tag = 'tag' in token ? token.tag : null;
    if (!tag) this.#text(token.text);
    else if (tag.kind === 'open' && this.#open.length < MAX_DEPTH) this.#openTag(tag.name, token.text);
    else if (tag.kind === 'close' && this.#open.length > 0) this.#closeTag();
    else {
      const written = tag.kind === 'overlong' ? '<ref …' : token.text;
      this.#warn('reference_tag_ignored', `${written} was left in the text: ${reasonFor(tag.kind)}.`);
      this.#text(token.text);
    }
  }

  #openTag(name: string, tag: string): void {
    const reference = { name, tag, start: this.#view.length, isTaken: false };
    this.#open.push(reference);
    this.#waiting.push(reference);
  }

  #closeTag(): void {
    const reference = this.#open.pop();
    if (!reference) return;
    reference.isTaken = true;
    const stored = storedReference(this.#view.slice(reference.start));
    if (this.#open.length === 0) this.#view = '';
    this.#release();
    this.#events.push({ type: 'reference', name: reference.name, ...stored });
  }

  #text(text: string): void {
    if (this.#open.length === 0) {
      this.#emit(text);
      return;
    }
    this.#view += text;
    for (const reference of this.#open)
      if (this.#view.length - reference.start > MAX_UNDECIDED_CHARACTERS) reference.isTaken = true;
    if (this.#waiting.length === 0) this.#emit(text);
    else {
      this.#waiting.push(text);
      this.#release();
    }
  }

  /** Emits everything up to the first tag that may still turn out to be text. */
  #release(): void {
    let count = this.#waiting.findIndex((part) => typeof part !== 'string' && !part.isTaken);
    if (count === -1) count = this.#waiting.length;
    for (const part of this.#waiting.splice(0, count)) if (typeof part === 'string') this.#emit(part);
  }

  #emit(text: string): void {
    if (text === '') return;
    const last = this.#events.at(-1);
    if (last?.type === 'text') last.text += text;
    else this.#events.push({ type: 'text', text });
  }

  #warn(code: string, message: string): void {
    this.#events.push({ type: 'warning', code, message });
  }

  #take(): ReferenceStreamEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

function reasonFor(kind: ReferenceTag['kind']): string {
  if (kind === 'open') return `tags can be nested ${MAX_DEPTH} deep`;
  if (kind === 'close') return 'no tag is open';
  if (kind === 'overlong') return `an opening tag has at most ${MAX_TAG_CHARACTERS} characters`;
  return 'it has no id, or one with characters other than letters, digits, and _ - . / between them';
}
