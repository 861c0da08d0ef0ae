import { EXTRACTIVE_MODEL_ID, analyseText, detectLanguage, extractiveModel } from '@ibid/retrieval/internal';
import type { Embedder } from '@ibid/retrieval';
import type { BuiltInModel } from './model-registry.js';

/** Index terms for the built-in model, by the language of each text. */
export const quotedTerms = (text: string): string[] => analyseText({ text, language: detectLanguage(text) });

/** MOD-2: the model that needs neither key nor network. */
export function builtInExtractive(embedder: () => Promise<Embedder | null>): BuiltInModel {
  return {
    id: EXTRACTIVE_MODEL_ID,
    name: 'Quoted sentences (no language model)',
    model: extractiveModel({
      terms: quotedTerms,
      similarity: (question, texts) => similarities(embedder, question, texts),
    }),
    profile: { contextWindow: 128_000, windowFrom: 'provider', maxOutputTokens: 4096, canForbidTools: true },
    isLanguageModel: false,
    note: 'Not a language model: it answers with sentences from the documents. Set up a model to get written answers.',
  };
}

/** All zero without an embedder; words alone decide then. */
async function similarities(
  embedder: () => Promise<Embedder | null>,
  question: string,
  texts: readonly string[],
): Promise<number[]> {
  const ready = await embedder();
  if (!ready || texts.length === 0) return texts.map(() => 0);
  const [query] = await ready.embed([question], 'query');
  const vectors = await ready.embed(texts, 'document', { isUrgent: true });
  return vectors.map((vector) =>
    vector.reduce((sum, value, index) => sum + value * (query?.[index] ?? 0), 0),
  );
}
