import type { Embedder } from '../knowledge/index.js';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import { unitVector } from './unit-vector.js';

const BATCH = 32;

/** A model that an Ollama server embeds with. */
export interface OllamaEmbedderOptions {
  model: string;
  /** Default `http://127.0.0.1:11434`. */
  baseUrl?: string;
  maxTokens?: number;
  languages?: readonly string[] | null;
  queryPrefix?: string;
  documentPrefix?: string;
}

/** An embedding model served by Ollama. */
export async function openOllamaEmbedder(options: OllamaEmbedderOptions): Promise<Embedder> {
  const address = new URL('/api/embed', options.baseUrl ?? 'http://127.0.0.1:11434');
  const call = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      vectors.push(...(await request(address, options.model, texts.slice(start, start + BATCH))));
    }
    return vectors;
  };
  const dimensions = (await call(['dimensions']))[0]?.length ?? 0;
  return {
    id: `ollama/${options.model}/${dimensions}`,
    dimensions,
    maxTokens: options.maxTokens ?? 512,
    languages: options.languages ?? null,
    embed: (texts, kind) => {
      const prefix = (kind === 'query' ? options.queryPrefix : options.documentPrefix) ?? '';
      return call(texts.map((text) => prefix + text));
    },
  };
}

async function request(address: URL, model: string, input: readonly string[]): Promise<Float32Array[]> {
  const unavailable = (message: string, cause?: unknown): EmbedderUnavailable =>
    new EmbedderUnavailable({ problem: 'service', message, cause });
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, input, truncate: true }),
    });
  } catch (error) {
    throw unavailable(
      `Ollama does not answer at ${address.origin}. Start it, or set another embedder.`,
      error,
    );
  }
  if (!response.ok)
    throw unavailable(
      `Ollama answered ${response.status} for the embedding model "${model}". Pull it with: ollama pull ${model}`,
    );
  const { embeddings } = (await response.json()) as { embeddings?: number[][] };
  if (!embeddings || embeddings.length !== input.length)
    throw unavailable(`Ollama gave no embeddings for "${model}". Is it an embedding model?`);
  return embeddings.map(unitVector);
}
