import { SEARCH_MODELS } from '@ibid/retrieval/internal';

/** Below this share of the documents, embedding all of them again is not worthwhile. */
const LEAST_SHARE = 0.1;

export interface Proposal {
  choice: string;
  megabytes: number;
  languages: { language: string; items: number }[];
}

/**
 * MOD-5: proposes a multilingual model if documents are in languages that the current one does not know; null if not
 * needed.
 */
export function proposeModel(options: {
  /** Languages of the current embedder; null: many. */
  known: readonly string[] | null;
  documents: readonly { language: string | null; items: number }[];
}): Proposal | null {
  const { known, documents } = options;
  const model = SEARCH_MODELS.find(({ kind, languages }) => kind === 'embedder' && languages === null);
  if (known === null || !model) return null;
  const told = documents.flatMap(({ language, items }) => (language === null ? [] : [{ language, items }]));
  const foreign = told.filter(({ language }) => !known.includes(language));
  const count = (rows: readonly { items: number }[]) => rows.reduce((sum, { items }) => sum + items, 0);
  if (foreign.length === 0 || count(foreign) < LEAST_SHARE * count(told)) return null;
  return { choice: `hub:${model.name}`, megabytes: model.megabytes, languages: foreign };
}
