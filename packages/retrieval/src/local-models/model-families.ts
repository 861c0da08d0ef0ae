import type { Pooling } from './local-model.js';

export interface ModelFamily {
  pooling?: Pooling;
  queryPrefix?: string;
  documentPrefix?: string;
}

const SEARCHING = 'Represent this sentence for searching relevant passages: ';

/**
 * What makers say on a model's card in words and in none of its files. What the files say goes before it. The first
 * that matches counts.
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

/** By any of the names that a model goes by: its own, its folder's, that of the model it was made from. */
export function modelFamily(names: readonly string[]): ModelFamily {
  for (const name of names) for (const [pattern, family] of FAMILIES) if (pattern.test(name)) return family;
  return {};
}
