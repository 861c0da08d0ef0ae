import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LocalModel } from '../local-models/index.js';
import { EmbedderUnavailable } from './embedder-unavailable.js';

/**
 * The built-in model (packages/embedder). Vectors carry its id: vectors of other weights do not compare, so other
 * weights need another id, and every base is then embedded again.
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
  /** Stands before a question, so that it is near what answers it and not near questions like it. */
  queryPrefix: 'query: ',
  documentPrefix: '',
} as const satisfies Omit<LocalModel, 'folder'>;

/** Where its package was installed. */
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
