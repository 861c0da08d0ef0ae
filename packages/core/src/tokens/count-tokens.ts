import { keyOfText } from './kept-counts.js';
import { DEFAULT_ENCODING, type EncodingName, isEncodingName } from './encoding-name.js';
import { loadEncoding } from './load-encoding.js';
import { TokenCountCache } from './token-count-cache.js';

const CACHED_CHARACTERS = 24_000_000;
/** Some 10 ms of counting. */
const SLICE_CHARACTERS = 200_000;

const caches = new Map<EncodingName, TokenCountCache>();

/**
 * Tokens of a text, exact. The text is split into pieces as the encoding does (`piece-ends`), and each piece's bytes are
 * merged pair by pair in the order of the encoding's table (`byte-pair-merger`, `byte-pair-table`), which is what byte pair
 * encoding is. Libraries take quadratic time for a long piece, and some eighty megabytes for the table
 * (docs/decisions/2026-11-15-counting-any-text-in-linear-time.md).
 * Cached by content, so that a text costs its counting once, whoever holds it. A piece of text
 * that continues for more than 64 KiB without a border is cut, which can add a token or two for each cut. `kept` are
 * counts of this encoding that were stored with a message.
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

/**
 * The same for a text of any length, without holding up the thread: every few milliseconds others have their turn.
 */
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

/**
 * As `countTokens`, and nothing is remembered: for text that is counted once and never again, such as pieces of documents.
 */
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
