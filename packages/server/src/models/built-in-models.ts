import {
  EXTRACTIVE_MODEL_ID,
  analyseText,
  detectLanguage,
  extractiveModel,
  similarityBy,
} from '@ibid/retrieval/internal';
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
      similarity: similarityBy(embedder),
    }),
    profile: { contextWindow: 128_000, windowFrom: 'provider', maxOutputTokens: 4096, canForbidTools: true },
    isLanguageModel: false,
    note: 'Not a language model: it answers with sentences from the documents. Set up a model to get written answers.',
  };
}
