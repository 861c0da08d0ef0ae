import type { JsonValue } from './json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';

/** A question for the user that ends the turn (`ask_user`). */
export interface UserQuestion {
  question: string;
  choices: { value: string; label: string; hint?: string }[];
  multiple: boolean;
}

/**
 * What a tool returns. The turn numbers, renders and fits it; the tool is not involved.
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
  /** What the model reads; empty if the result is only documents. */
  text: string;
  /** Evidence. Rendered as JSON documents with the conversation's numbers. */
  chunks?: RetrievedChunk[];
  /**
   * Evidence that the tool left out for lack of room. The turn stores it under the result's handle and lists it in the
   * report. The model is told how much it is and where.
   */
  leftOut?: RetrievedChunk[];
  /** Set by the turn in place of `leftOut` once that is stored: its size. */
  leftOutSize?: { passages: number; characters: number };
  /** Short facts that precede the documents in the same JSON, e.g. an exact count. */
  figures?: Record<string, JsonValue>;
  /** For the page only; the model never sees it. */
  data?: JsonValue;
  /** The call failed; `text` tells the model why. */
  isError?: boolean;
  /** The result is itself a page of a descriptor and must not be wrapped again. */
  isDescriptorPage?: boolean;
  /** Ends the turn with this question. */
  question?: UserQuestion;
  /** Tokens that models used inside the tool, e.g. for agentic retrieval. */
  usage?: TokenUsage;
}

/** Tokens of one or several inferences, as the provider counted them. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
}
