import type { WindowFrom } from './context-input.js';

/**
 * Letters of CTX-1, and the list of removed things (CTX-12) and the summary (CTX-14).
 *
 * ```ts
 * import type { ContextPartKind } from '@ibid/core';
 *
 * const isOfThePast = (kind: ContextPartKind) => kind === 'summary' || kind === 'answer';
 * ```
 */
export type ContextPartKind =
  | 'system'
  | 'agent'
  | 'project'
  | 'files'
  | 'user'
  | 'images'
  | 'tool-call'
  | 'tool-result'
  | 'answer'
  | 'summary'
  | 'removed-list'
  | 'reminder'
  /** As it was sent, where a provider cut it and did not say what. */
  | 'prompt';

/**
 * One part of an assembled context: what it is, what it costs, and why it is there.
 *
 * ```ts
 * import type { ContextPart } from '@ibid/core';
 *
 * const largest = (parts: readonly ContextPart[]) => parts.toSorted((a, b) => b.tokens - a.tokens)[0]?.origin;
 * ```
 */
export interface ContextPart {
  kind: ContextPartKind;
  tokens: number;
  /** What it is made from: a message id, a call id, a file name, a setting. */
  origin: string;
  /** Why it is here, in a few words. */
  reason: string;
  /** The exact text the model sees, for the inspector. */
  text: string;
}

/**
 * What became of a part that did not fit.
 *
 * ```ts
 * import type { RemovalAction } from '@ibid/core';
 *
 * const isReadable = (action: RemovalAction) => action === 'paged-out' || action === 'too-large';
 * ```
 */
export type RemovalAction = 'dropped' | 'paged-out' | 'summarised' | 'too-large';

/**
 * Cutting is data: what was taken, why, and the sizes before and after.
 *
 * ```ts
 * import type { ContextRemoval } from '@ibid/core';
 *
 * const saved = ({ tokensBefore, tokensAfter }: ContextRemoval) => tokensBefore - tokensAfter;
 * ```
 */
export interface ContextRemoval {
  kind: ContextPartKind;
  action: RemovalAction;
  origin: string;
  reason: string;
  tokensBefore: number;
  tokensAfter: number;
  /** Where it can still be read. */
  descriptor: string | null;
}

/**
 * CTX-10: what the window is made up of; `available` is what the context may take.
 *
 * ```ts
 * import type { BudgetTerms } from '@ibid/core';
 *
 * const spent = (budget: BudgetTerms) => budget.window - budget.available;
 * ```
 */
export interface BudgetTerms {
  window: number;
  /** MOD-4: where the size of the window comes from. */
  windowFrom?: WindowFrom;
  reservedOutput: number;
  safetyMargin: number;
  toolDefinitions: number;
  available: number;
}

/**
 * CTX-13.
 *
 * ```ts
 * import type { ContextReport } from '@ibid/core';
 *
 * const line = ({ totalTokens, budget, removals }: ContextReport) =>
 *   `${totalTokens} of ${budget.available} tokens, ${removals.length} parts removed`;
 * ```
 */
export interface ContextReport {
  modelId: string;
  tokenizer: string;
  parts: ContextPart[];
  /** In packets and in storage: so many parts at the start are those of the report before, and left out here. */
  sharedParts?: number;
  removals: ContextRemoval[];
  budget: BudgetTerms;
  totalTokens: number;
  /** How the project's files are given in this turn, and why (CTX-6). */
  project: { mode: 'none' | 'included' | 'searched'; reason: string };
  /** Tokens at the start that are the same as in the step before; null on a conversation's first step. */
  sharedPrefixTokens: number | null;
  /** Why the system prompt and the definitions of tools are the short ones, where they are. */
  shortForm?: string;
  /** What was malformed and skipped, in words (REF-4). */
  warnings?: string[];
}
