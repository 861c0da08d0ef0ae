import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BytePairEncoder } from './byte-pair-encoder.js';
import { BytePairTable } from './byte-pair-table.js';
import type { EncodingName } from './encoding-name.js';
import { type PieceEnd, pieceEndOfCl100k, pieceEndOfO200k, pieceEndOfR50k } from './piece-ends.js';

interface EncodingSource {
  file: string;
  /** Use only the first ranks of the file. */
  ranks?: number;
  pieceEnd: PieceEnd;
}

/**
 * Special tokens are left out, because text never means them. Without them, some encodings are the same, and some are
 * part of another.
 */
const sources: Readonly<Record<EncodingName, EncodingSource>> = {
  o200k_base: { file: 'o200k_base', pieceEnd: pieceEndOfO200k },
  o200k_harmony: { file: 'o200k_base', pieceEnd: pieceEndOfO200k },
  cl100k_base: { file: 'cl100k_base', pieceEnd: pieceEndOfCl100k },
  p50k_base: { file: 'p50k_base', pieceEnd: pieceEndOfR50k },
  r50k_base: { file: 'p50k_base', ranks: 50_256, pieceEnd: pieceEndOfR50k },
};

const loaded = new Map<string, BytePairEncoder>();

/**
 * Loads an encoding on first use: about 20 ms of CPU and 4 MB for the default one, which a program that only parses
 * citations should not pay. This is the only file the engine reads. It is data of its own package, resolved by name so
 * bundles find it too, and read synchronously, because counting has to stay synchronous.
 */
export function loadEncoding(name: EncodingName): BytePairEncoder {
  const source = sources[name];
  const key = `${source.file}:${source.ranks ?? ''}`;
  let encoder = loaded.get(key);
  if (!encoder) {
    const { file, pieceEnd, ...limit } = source;
    const path = createRequire(import.meta.url).resolve(`@ibid/core/encodings/${file}`);
    encoder = new BytePairEncoder({
      table: new BytePairTable({ packed: readFileSync(path), ...limit }),
      pieceEnd,
    });
    loaded.set(key, encoder);
  }
  return encoder;
}
