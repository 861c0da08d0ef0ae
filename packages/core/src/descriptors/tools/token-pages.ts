import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';
import { InvalidDescriptorRange } from '../errors/invalid-descriptor-range.js';
import { pageEndByTokens } from '../page-end-by-tokens.js';
import type { DescriptorRange } from './descriptor-range.js';

/** A token is seldom longer; a window that turns out too short is read again, twice as long. */
const CHARACTERS_PER_TOKEN = 8;
const SHORTEST_WINDOW = 256;
/** Characters after which other work of the process gets its turn: some ten milliseconds of counting. */
const SLICE_CHARACTERS = 65_536;

interface TokenPagesRange {
  metadata: DescriptorMetadata;
  tokens: number;
  start: number;
  count: number;
  signal?: AbortSignal;
}

/**
 * Pages of at most so many tokens, found one after the other: where a page ends depends on all before it. What was
 * found is kept for the turn, so reading on costs one page.
 */
export class TokenPages {
  readonly #store: DescriptorStore;
  readonly #countTokens: (text: string) => number;
  /** Page starts by descriptor, version and size; the last entry is where the next page begins. */
  readonly #starts = new Map<string, number[]>();
  /** Calls of one step run side by side; pages are found by one of them at a time, or they would be found twice. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(options: { store: DescriptorStore; countTokens: (text: string) => number }) {
    this.#store = options.store;
    this.#countTokens = options.countTokens;
  }

  /** The characters of `count` pages from page `start` on, both from 1. `total` is known once the end was reached. */
  range(options: TokenPagesRange): Promise<DescriptorRange> {
    const found = this.#before.then(() => this.#find(options));
    this.#before = found.catch(() => undefined);
    return found;
  }

  async #find(options: TokenPagesRange): Promise<DescriptorRange> {
    const { metadata, tokens, start } = options;
    const { name, version, characters } = metadata;
    if (characters === 0 && start === 1) return { start: 0, end: 0, first: 1, last: 0, total: 0 };
    const key = `${name}@${version}/${tokens}`;
    const starts = this.#starts.get(key) ?? [0];
    this.#starts.set(key, starts);
    let sliceEnd = (starts.at(-1) ?? 0) + SLICE_CHARACTERS;
    for (let at = starts.at(-1) ?? 0; starts.length < start + options.count && at < characters;) {
      if (at >= sliceEnd) {
        await new Promise((resolve) => setImmediate(resolve));
        options.signal?.throwIfAborted();
        sliceEnd = at + SLICE_CHARACTERS;
      }
      at = await this.#pageEnd(metadata, at, tokens);
      starts.push(at);
    }
    const isWhole = starts.at(-1) === characters;
    const pages = starts.length - 1;
    if (start > pages) throw new InvalidDescriptorRange({ unit: 'page', start, last: pages });
    const last = Math.min(pages, start + options.count - 1);
    const [from, to] = [starts[start - 1] ?? 0, starts[last] ?? characters];
    return { start: from, end: to, first: start, last, total: isWhole ? pages : null };
  }

  async #pageEnd({ name, version, characters }: DescriptorMetadata, start: number, tokens: number) {
    for (let length = Math.max(SHORTEST_WINDOW, tokens * CHARACTERS_PER_TOKEN); ; length *= 2) {
      const content = (await this.#store.read(name, { start, end: start + length + 1 }, version)) ?? '';
      const end = pageEndByTokens({ content, start: 0, tokens, countTokens: this.#countTokens });
      // At the very end of a window, more might have fitted, or the window cut a character.
      if (end < content.length - 1 || start + content.length >= characters) return start + Math.max(1, end);
    }
  }
}
