import type { Embedder } from '../knowledge/index.js';
import type { LocalModel } from '../local-models/index.js';
import { builtInEmbeddingModel } from './local-model.js';
import { startModelPool } from './model-pool.js';

/** An embedder that can also return one vector per token, for reranking. */
export interface TokenEmbedder extends Embedder {
  embedTokens(texts: readonly string[]): Promise<Float32Array[]>;
}

/**
 * The built-in model, or another local one, in worker threads. Queries go before documents. Throws
 * `EmbedderUnavailable` if the weights or the runtime are missing; keyword search needs neither.
 *
 * ```ts
 * import { EmbedderUnavailable, openLocalEmbedder } from '@ibid/retrieval';
 *
 * const embedder = await openLocalEmbedder().catch((error: unknown) => {
 *   if (error instanceof EmbedderUnavailable) return null; // keyword search continues without it
 *   throw error;
 * });
 * console.log(embedder?.dimensions); // 384
 * await embedder?.close?.();
 * ```
 */
export async function openLocalEmbedder(
  options: {
    workers?: number;
    /** From `readModelFolder` or `fetchModel`. */
    model?: LocalModel;
  } = {},
): Promise<TokenEmbedder> {
  const model = options.model ?? builtInEmbeddingModel();
  const pool = await startModelPool({ model, workers: options.workers ?? 1 });
  const { id, dimensions, maxTokens, languages } = model;
  return {
    id,
    dimensions,
    maxTokens,
    languages,
    embed: (texts, kind, { isUrgent = kind === 'query' } = {}) =>
      pool.run(texts, { output: 'vector', kind }, { isUrgent }),
    embedTokens: (texts) => pool.run(texts, { output: 'tokens' }, { isUrgent: true }),
    close: () => pool.close(),
  };
}
