import type { JsonValue } from './json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';

/** A question for the person that ends the turn (`ask_user`). */
export interface UserQuestion {
  question: string;
  choices: { value: string; label: string; hint?: string }[];
  multiple: boolean;
}

/**
 * What a tool gives back. The turn numbers, renders and fits it; the tool knows nothing of that.
 *
 * ```ts
 * import type { ToolOutcome } from '@ibid/core';
 *
 * const outcome: ToolOutcome = {
 *   text: '',
 *   chunks: [{ itemId: 'budget', chunkId: '1', title: 'Budget', text: 'Approved on 4 May.', score: 0.9 }],
 *   figures: { count: 1 },
 * };
 * ```
 */
export interface ToolOutcome {
  /** What the model reads; empty when the result is documents only. */
  text: string;
  /** Evidence. Rendered as documents in JSON, with the conversation's numbers. */
  chunks?: RetrievedChunk[];
  /**
   * Evidence that the tool left out for lack of room. The turn keeps it behind the handle of the result and
   * names it in the report; the model is told how much it is and where.
   */
  leftOut?: RetrievedChunk[];
  /** Set by the turn in place of `leftOut`, once that is kept: how much it was. */
  leftOutSize?: { passages: number; characters: number };
  /** Short facts that precede the documents in the same JSON, e.g. an exact count. */
  figures?: Record<string, JsonValue>;
  /** For the page only: never seen by the model. */
  data?: JsonValue;
  /** The call failed; `text` says why, in words for the model. */
  isError?: boolean;
  /** The result is itself a page of a descriptor and must not be wrapped again. */
  isDescriptorPage?: boolean;
  /** Ends the turn with this question. */
  question?: UserQuestion;
  /** Tokens that models used inside the tool, e.g. agentic retrieval. */
  usage?: TokenUsage;
}

/** Tokens of one or several inferences, as the provider counted them. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
}
