import type { Pooling } from './local-model.js';

export interface ModelFamily {
  pooling?: Pooling;
  queryPrefix?: string;
  documentPrefix?: string;
}

const SEARCHING = 'Represent this sentence for searching relevant passages: ';

/**
 * Properties that makers state only in the prose of a model's card. The files take precedence. The first match counts.
 */
const FAMILIES: readonly [RegExp, ModelFamily][] = [
  [/\be5-(small|base|large)(?!.*instruct)/iu, { queryPrefix: 'query: ', documentPrefix: 'passage: ' }],
  [/\bbge-(small|base|large)-en/iu, { pooling: 'cls', queryPrefix: SEARCHING }],
  [/\bbge-(small|base|large|m3)/iu, { pooling: 'cls' }],
  [/\bsnowflake-arctic-embed-[a-z]-v2/iu, { pooling: 'cls', queryPrefix: 'query: ' }],
  [/\bsnowflake-arctic-embed/iu, { pooling: 'cls', queryPrefix: SEARCHING }],
  [/\bmxbai-embed/iu, { pooling: 'cls', queryPrefix: SEARCHING }],
  [/\bnomic-embed-text/iu, { queryPrefix: 'search_query: ', documentPrefix: 'search_document: ' }],
];

/** Looks up a family by any name of the model: its own, its folder's, or that of the model it was made from. */
export function modelFamily(names: readonly string[]): ModelFamily {
  for (const name of names) for (const [pattern, family] of FAMILIES) if (pattern.test(name)) return family;
  return {};
}
