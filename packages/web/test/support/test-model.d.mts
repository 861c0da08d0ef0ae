import type { LanguageModelV4 } from '@ai-sdk/provider';

/** What the model is asked, and what it was shown for it. */
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

/** A model for the page's tests and screenshots; what it does follows from words in the question, or from `answer`. */
export declare function testModel(options?: {
  tokenMilliseconds?: number;
  answer?: (prompt: ReadPrompt) => Act[] | null;
}): LanguageModelV4;
