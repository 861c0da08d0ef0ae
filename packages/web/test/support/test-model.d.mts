import type { LanguageModelV4 } from '@ai-sdk/provider';

/** The question to the model, and the documents it was shown. */
export interface ReadPrompt {
  question: string;
  searched: boolean;
  documents: { number: number; title: string; sentence: string }[];
}

export type Act =
  | { text: string; pause?: number }
  | { reasoning: string; pause?: number }
  | { call: string; input: unknown }
  | { error: Error };

/** A model for the page's tests and screenshots; words in the question, or `answer`, control it. */
export declare function testModel(options?: {
  tokenMilliseconds?: number;
  answer?: (prompt: ReadPrompt) => Act[] | null;
}): LanguageModelV4;
