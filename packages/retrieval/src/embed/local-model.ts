import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LocalModel } from '../local-models/index.js';
import { EmbedderUnavailable } from './embedder-unavailable.js';

/**
 * The built-in model (packages/embedder). Vectors carry its id. Vectors from different weights are not comparable, so
 * new weights need a new id, and every base is then embedded again.
 */
export const LOCAL_MODEL = {
  id: 'ibid-embedder-1-q8',
  kind: 'embedder',
  name: 'Ibid',
  weights: 'onnx/model_quantized.onnx',
  sha256: 'c6752230cb04a02db954c5786844bbef2850974eb48e71241bdaccbf9b437efb',
  dimensions: 384,
  maxTokens: 256,
  languages: ['en'],
  pooling: 'mean',
  hasLayersAfterPooling: false,
  /** Comes before a question, so its vector is close to answers and not to similar questions. */
  queryPrefix: 'query: ',
  documentPrefix: '',
} as const satisfies Omit<LocalModel, 'folder'>;

/** The built-in model in its installed package. */
export function builtInEmbeddingModel(): LocalModel {
  try {
    const manifest = createRequire(import.meta.url).resolve('@ibid/embedder/package.json');
    return { ...LOCAL_MODEL, folder: join(dirname(manifest), 'model') };
  } catch (cause) {
    throw new EmbedderUnavailable({
      problem: 'weights-missing',
      message:
        'The weights of the embedding model are not installed. ' +
        'Install @ibid/embedder again to get semantic search back, or set another embedder.',
      cause,
    });
  }
}
