import { keyOfText } from './kept-counts.js';
import { DEFAULT_ENCODING, type EncodingName, isEncodingName } from './encoding-name.js';
import { loadEncoding } from './load-encoding.js';
import { TokenCountCache } from './token-count-cache.js';

const CACHED_CHARACTERS = 24_000_000;
/** About 10 ms of counting. */
const SLICE_CHARACTERS = 200_000;

const caches = new Map<EncodingName, TokenCountCache>();

/**
 * The exact number of tokens of a text. The text is split into pieces as the encoding prescribes (`piece-ends`), and
 * the bytes of each piece are merged pair by pair in the order of the encoding's table (`byte-pair-merger`,
 * `byte-pair-table`): byte pair encoding. Libraries take quadratic time for a long piece and about eighty megabytes for
 * the table (docs/decisions/2026-11-15-counting-any-text-in-linear-time.md).
 *
 * Cached by content, so each text is counted once, whoever holds it. A piece of more than 16 KiB without a border is
 * cut, which can add a token or two per cut. `kept` are counts of this encoding that were stored with a message.
 */
export function countTokens(
  text: string,
  encoding: string | null = DEFAULT_ENCODING,
  kept?: Readonly<Record<string, number>>,
): number {
  if (text.length === 0) return 0;
  const name = nameOf(encoding);
  const cache = cacheOf(name);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const tokens = kept?.[keyOfText(text)] ?? loadEncoding(name).count(text);
  cache.set(text, tokens);
  return tokens;
}

/** The same for a text of any length, without blocking the thread: it yields every few milliseconds. */
export async function countTokensInSlices(
  text: string,
  encoding: string | null = DEFAULT_ENCODING,
): Promise<number> {
  if (text.length <= SLICE_CHARACTERS) return countTokens(text, encoding);
  const name = nameOf(encoding);
  const known = cacheOf(name).get(text);
  if (known !== undefined) return known;
  const counting = loadEncoding(name).countInSlices(text, SLICE_CHARACTERS);
  for (;;) {
    const { done, value } = counting.next();
    if (done) {
      cacheOf(name).set(text, value);
      return value;
    }
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Like `countTokens` but uncached, for text that is counted only once, such as pieces of documents. */
export function countTokensUncached(text: string, encoding: string | null = DEFAULT_ENCODING): number {
  return text.length === 0 ? 0 : loadEncoding(nameOf(encoding)).count(text);
}

function cacheOf(name: EncodingName): TokenCountCache {
  let cache = caches.get(name);
  if (!cache) {
    cache = new TokenCountCache({ maxCharacters: CACHED_CHARACTERS });
    caches.set(name, cache);
  }
  return cache;
}

function nameOf(encoding: string | null): EncodingName {
  return encoding !== null && isEncodingName(encoding) ? encoding : DEFAULT_ENCODING;
}
