import type { ModelProfile } from '@ibid/core';
import { analyseText, detectLanguage, extractiveModel, similarityBy } from '@ibid/retrieval/internal';
import type { Embedder } from '@ibid/retrieval';

/** Beside the answer and not in it: in code there are no settings to choose a model in. */
export const QUOTES_ONLY =
  'This answer only quotes, because the library was opened without a language model. For written answers, pass one: `openLibrary({ model })`.';

type Model = ReturnType<typeof extractiveModel>;

/** MOD-2: answers with quoted, cited sentences; no key, no network. */
export function builtInModel(embedder: Embedder | null): { model: Model; profile: Partial<ModelProfile> } {
  return {
    model: extractiveModel({
      explains: false,
      terms: (text) => analyseText({ text, language: detectLanguage(text) }),
      ...(embedder ? { similarity: similarityBy(async () => embedder) } : {}),
    }),
    profile: { contextWindow: 128_000, maxOutputTokens: 4096, canForbidTools: true },
  };
}
