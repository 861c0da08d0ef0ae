/** How token vectors are combined into the vector of the text. */
export type Pooling = 'mean' | 'cls' | 'max' | 'last';

/** MOD-5: a local search model, as its own files describe it. */
export interface LocalModel {
  /** Identifies weights, pooling and prefixes. Vectors with different ids are not comparable. */
  id: string;
  kind: 'embedder' | 'reranker';
  /** For people: the name at the hub, or of the folder. */
  name: string;
  folder: string;
  /** Path below the folder. */
  weights: string;
  sha256: string;
  /** Length of a vector; 1 for a reranker. */
  dimensions: number;
  maxTokens: number;
  /** ISO 639-1; null: many. */
  languages: readonly string[] | null;
  pooling: Pooling;
  /** If so, only weights that output the text's vector can be used. */
  hasLayersAfterPooling: boolean;
  /** Added before a question or a passage, so a question's vector is close to its answers. */
  queryPrefix: string;
  documentPrefix: string;
}
