import { createRequire } from 'node:module';
import type { EncodingName } from './encoding-name.js';

type CountPiece = (text: string) => number;

interface Encoding {
  countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
  setMergeCacheSize: (size: number) => void;
}

const loaded = new Map<EncodingName, CountPiece>();

/** Text that looks like a special token is ordinary text here: a person may well write about `<|endoftext|>`. */
const asOrdinaryText = { disallowedSpecial: new Set<string>() };

const MERGE_CACHE_ENTRIES = 20_000;

/**
 * Loads an encoding at its first use: each is megabytes of ranks and some 200 ms of CPU, which a program that only
 * parses citations should not pay. `require` and not `import()`, so that counting stays synchronous.
 */
export function loadEncoding(name: EncodingName): CountPiece {
  const known = loaded.get(name);
  if (known) return known;
  const encoding = createRequire(import.meta.url)(`gpt-tokenizer/encoding/${name}`) as Encoding;
  encoding.setMergeCacheSize(MERGE_CACHE_ENTRIES);
  const count: CountPiece = (text) => encoding.countTokens(text, asOrdinaryText);
  loaded.set(name, count);
  return count;
}
