/** A recommended search model. `docs/guides/models.md` has the measurements. */
export interface SearchModel {
  /** The name at the hub. */
  name: string;
  kind: 'embedder' | 'reranker';
  /** A short description for choosing. */
  title: string;
  /** ISO 639-1; null: many. */
  languages: readonly string[] | null;
  /** Download size, including the tokenizer. */
  megabytes: number;
  dimensions: number;
}

/**
 * MOD-5: models to choose from, the recommended one first for its kind and languages. All have eight bits, the MIT or
 * Apache licence as stated by their makers, and are small enough for a CPU.
 */
export const SEARCH_MODELS: readonly SearchModel[] = [
  {
    name: 'Xenova/multilingual-e5-small',
    kind: 'embedder',
    title: 'Multilingual, small',
    languages: null,
    megabytes: 135,
    dimensions: 384,
  },
  {
    name: 'Xenova/multilingual-e5-base',
    kind: 'embedder',
    title: 'Multilingual, medium',
    languages: null,
    megabytes: 296,
    dimensions: 768,
  },
  {
    name: 'Xenova/bge-m3',
    kind: 'embedder',
    title: 'Multilingual, large, long passages',
    languages: null,
    megabytes: 587,
    dimensions: 1024,
  },
  {
    name: 'Xenova/bge-small-en-v1.5',
    kind: 'embedder',
    title: 'English, twice the layers',
    languages: ['en'],
    megabytes: 35,
    dimensions: 384,
  },
  {
    name: 'Xenova/ms-marco-MiniLM-L-6-v2',
    kind: 'reranker',
    title: 'English, small',
    languages: ['en'],
    megabytes: 24,
    dimensions: 1,
  },
  {
    name: 'onnx-community/bge-reranker-v2-m3-ONNX',
    kind: 'reranker',
    title: 'Multilingual, large',
    languages: null,
    megabytes: 588,
    dimensions: 1,
  },
];
