import { DEFAULT_ENCODING, type EncodingName, isEncodingName } from './encoding-name.js';
import { loadEncoding } from './load-encoding.js';
import { splitPoints } from './split-text.js';
import { TokenCountCache } from './token-count-cache.js';

const CACHED_CHARACTERS = 24_000_000;
/** Characters inside endless runs that are still merged for real; what is over it counts one token a UTF-8 byte. */
const MERGED_RUN_CHARACTERS = 262_144;
/** Below it no text can hold a run worth splitting. */
const SURELY_SHORT = 256;

const caches = new Map<EncodingName, TokenCountCache>();

/**
 * Tokens of a text, exact for ordinary text and never too few. Cached by content, so that a text costs its counting
 * once, whoever holds it. Linear in the text, whatever it is made of.
 */
export function countTokens(text: string, encoding: string | null = DEFAULT_ENCODING): number {
  if (text.length === 0) return 0;
  const name = encoding !== null && isEncodingName(encoding) ? encoding : DEFAULT_ENCODING;
  let cache = caches.get(name);
  if (!cache) {
    cache = new TokenCountCache({ maxCharacters: CACHED_CHARACTERS });
    caches.set(name, cache);
  }
  const known = cache.get(text);
  if (known !== undefined) return known;
  const tokens = countUncached(text, name);
  cache.set(text, tokens);
  return tokens;
}

function countUncached(text: string, name: EncodingName): number {
  const countPiece = loadEncoding(name);
  if (text.length <= SURELY_SHORT) return countPiece(text);
  const { ends, inRuns } = splitPoints(text);
  if (ends.length === 1) return countPiece(text);
  let mergeable = inRuns > MERGED_RUN_CHARACTERS ? MERGED_RUN_CHARACTERS : Infinity;
  let total = 0;
  let start = 0;
  for (const end of ends) {
    const isRunPiece = end - start <= RUN_PIECE_AT_MOST;
    if (isRunPiece) mergeable -= end - start;
    const piece = text.slice(start, end);
    total += isRunPiece && mergeable < 0 ? utf8Length(piece) : countPiece(piece);
    start = end;
  }
  return total;
}

const RUN_PIECE_AT_MOST = 66;

function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes;
}
