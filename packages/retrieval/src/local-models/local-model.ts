/** How the vectors of a text's tokens become the vector of the text. */
export type Pooling = 'mean' | 'cls' | 'max' | 'last';

/** MOD-5: a search model on this machine, as its own files describe it. */
export interface LocalModel {
  /** Of these weights with this pooling and these prefixes: vectors with another id do not compare. */
  id: string;
  kind: 'embedder' | 'reranker';
  /** For people: the name at the hub, or of the folder. */
  name: string;
  folder: string;
  /** Below the folder. */
  weights: string;
  sha256: string;
  /** Numbers of a vector; of a reranker: 1. */
  dimensions: number;
  maxTokens: number;
  /** ISO 639-1; null: many. */
  languages: readonly string[] | null;
  pooling: Pooling;
  /** Then only weights that give the text's vector themselves will do. */
  hasLayersAfterPooling: boolean;
  /** Stand before a question and before a passage, so that one is near what answers it. */
  queryPrefix: string;
  documentPrefix: string;
}
