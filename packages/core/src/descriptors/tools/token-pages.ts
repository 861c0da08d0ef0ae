import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';
import { InvalidDescriptorRange } from '../errors/descriptor-errors.js';
import { pageEndByTokens } from '../page-end-by-tokens.js';
import type { DescriptorRange } from './descriptor-range.js';
import { FoundPagesCache } from './found-pages.js';
import type { FoundPages } from './found-pages.js';

/** A token is rarely longer. A window that turns out too short is read again at twice the length. */
const CHARACTERS_PER_TOKEN = 8;
const SHORTEST_WINDOW = 256;
/** Characters counted before yielding to other work: about ten milliseconds. */
const SLICE_CHARACTERS = 65_536;

interface TokenPagesRange {
  metadata: DescriptorMetadata;
  tokens: number;
  start: number;
  count: number;
  signal?: AbortSignal;
}

/** Content never changes, so pages found once are valid for every turn and conversation that has it. */
const foundForContent = new FoundPagesCache({ mostStarts: 1_000_000 });

/**
 * Pages of at most a number of tokens, found in sequence, because each page depends on all before it. Found pages are
 * cached, so reading on, or back, costs one page. They are cached by content if the store has content keys, otherwise
 * for the life of this object.
 */
export class TokenPages {
  readonly #store: DescriptorStore;
  readonly #countTokens: (text: string) => number;
  readonly #tokenizer: string | undefined;
  readonly #own = new FoundPagesCache({ mostStarts: 1_000_000 });

  constructor(options: {
    store: DescriptorStore;
    countTokens: (text: string) => number;
    /** Name of the tokenizer behind `countTokens`; without it nothing is cached beyond this object. */
    tokenizer?: string | undefined;
  }) {
    this.#store = options.store;
    this.#countTokens = options.countTokens;
    this.#tokenizer = options.tokenizer;
  }

  /** The character range of `count` pages from page `start`, both from 1. `total` is known once the end was reached. */
  async range(options: TokenPagesRange): Promise<DescriptorRange> {
    const { metadata, tokens } = options;
    const content = await this.#store.contentKey?.(metadata.name, metadata.version);
    const isShared = content !== undefined && content !== null && this.#tokenizer !== undefined;
    const cache = isShared ? foundForContent : this.#own;
    const key = isShared ? `${content} ${this.#tokenizer}` : `${metadata.name}@${metadata.version}`;
    const pages = cache.get(`${key} ${tokens}`);
    const found = pages.before.then(() => this.#find(options, pages));
    pages.before = found.then(
      () => cache.trim(),
      () => cache.trim(),
    );
    return found;
  }

  async #find(options: TokenPagesRange, { starts }: FoundPages): Promise<DescriptorRange> {
    const { metadata, tokens, start } = options;
    const { characters } = metadata;
    if (characters === 0 && start === 1) return { start: 0, end: 0, first: 1, last: 0, total: 0 };
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
      // At the end of a window, more might have fitted, or the window may have split a character.
      if (end < content.length - 1 || start + content.length >= characters) return start + Math.max(1, end);
    }
  }
}
