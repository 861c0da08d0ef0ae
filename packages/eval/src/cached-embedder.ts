import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@ibid/retrieval';

const KEY_BYTES = 20;

/**
 * Caches vectors on disk between runs, so trying another ranking takes seconds. A vector depends on its text and on
 * whether that is a question, so the cache key is the hash of both.
 */
export function cachedEmbedder(options: { embedder: Embedder; folder: string }): Embedder {
  const { embedder, folder } = options;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${embedder.id.replace(/[^\w.-]+/g, '_')}.bin`);
  const vectorBytes = embedder.dimensions * 4;
  const known = readCache(path, vectorBytes);
  const keyOf = (text: string, kind: string): string =>
    createHash('sha1').update(`${kind}\n${text}`).digest('hex');
  return {
    ...embedder,
    async embed(texts, kind) {
      const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text, kind)));
      const vectors = missing.length > 0 ? await embedder.embed(missing, kind) : [];
      const records = missing.map((text, index) => {
        const key = keyOf(text, kind);
        const vector = vectors[index]!;
        known.set(key, vector);
        return Buffer.concat([
          Buffer.from(key, 'hex'),
          Buffer.from(vector.buffer, vector.byteOffset, vectorBytes),
        ]);
      });
      if (records.length > 0) appendFileSync(path, Buffer.concat(records));
      return texts.map((text) => known.get(keyOf(text, kind))!);
    },
  };
}

function readCache(path: string, vectorBytes: number): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(path)) return known;
  const bytes = readFileSync(path);
  const record = KEY_BYTES + vectorBytes;
  for (let at = 0; at + record <= bytes.length; at += record) {
    const vector = Uint8Array.from(bytes.subarray(at + KEY_BYTES, at + record));
    known.set(bytes.toString('hex', at, at + KEY_BYTES), new Float32Array(vector.buffer));
  }
  return known;
}
