import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbedderUnavailable } from './embedder-unavailable.js';

/**
 * The built-in model (packages/embedder). Vectors carry its id: vectors of other weights do not compare, so other
 * weights need another id, and every base is then embedded anew.
 *
 * ```ts
 * import { LOCAL_MODEL } from '@ibid/retrieval';
 *
 * console.log(LOCAL_MODEL); // which weights semantic search uses unless told otherwise
 * ```
 */
export const LOCAL_MODEL = {
  id: 'ibid-embedder-1-q8',
  dimensions: 384,
  maxTokens: 256,
  languages: ['en'],
  /** Stands before a question, so that it is near what answers it and not near questions like it. */
  queryPrefix: 'query: ',
  sha256: 'c6752230cb04a02db954c5786844bbef2850974eb48e71241bdaccbf9b437efb',
} as const;

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
        'Install @ibid/embedder again to get semantic search back.',
    });
  }
  return { weights, tokenizer, tokenizerConfig };
}

function findModelFolder(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@ibid/embedder/package.json');
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
      'Install @ibid/embedder again to get semantic search back, or set another embedder.',
    cause,
  });
}
