import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Embedder } from '../knowledge/index.js';
import { unitVector } from './unit-vector.js';

const DEFAULT_BATCH = 96;

/** An embedding model of the AI SDK and its properties. */
export interface AiSdkEmbedderOptions {
  model: EmbeddingModelV4;
  /** Requested from the model if it can shorten its vectors. If absent, one short call finds it out. */
  dimensions?: number;
  maxTokens?: number;
  languages?: readonly string[] | null;
  /** Some models need a prefix that says which side they embed, such as `search_query: `. */
  queryPrefix?: string;
  documentPrefix?: string;
}

/**
 * Any embedding model of the AI SDK as an `Embedder`.
 *
 * ```ts
 * import type { EmbeddingModelV4 } from '@ai-sdk/provider';
 * import { openAiSdkEmbedder } from '@ibid/retrieval';
 *
 * const open = (model: EmbeddingModelV4) => openAiSdkEmbedder({ model, dimensions: 512 });
 * console.log(typeof open);
 * ```
 */
export async function openAiSdkEmbedder(options: AiSdkEmbedderOptions): Promise<Embedder> {
  const { model } = options;
  const call = async (values: string[]): Promise<Float32Array[]> => {
    const limit = (await model.maxEmbeddingsPerCall) ?? DEFAULT_BATCH;
    const size = Math.max(1, Math.min(limit, DEFAULT_BATCH));
    const vectors: Float32Array[] = [];
    for (let start = 0; start < values.length; start += size) {
      const batch = values.slice(start, start + size);
      const { embeddings } = await model.doEmbed({
        values: batch,
        ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions }),
      });
      vectors.push(...embeddings.map(unitVector));
    }
    return vectors;
  };
  const dimensions = options.dimensions ?? (await call(['dimensions']))[0]?.length ?? 0;
  return {
    id: `${model.provider}/${model.modelId}/${dimensions}`,
    dimensions,
    maxTokens: options.maxTokens ?? 512,
    languages: options.languages ?? null,
    embed: (texts, kind) => {
      const prefix = (kind === 'query' ? options.queryPrefix : options.documentPrefix) ?? '';
      return call(texts.map((text) => prefix + text));
    },
  };
}
