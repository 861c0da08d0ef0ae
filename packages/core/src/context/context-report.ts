import type { WindowFrom } from '../tokens/model-profile.js';

/** The kinds of messages in their order, and the list of removed things and the summary. */
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

/** One part of an assembled context: what it is, what it costs, and why it is there. */
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

/** What became of a part that did not fit. */
export type RemovalAction = 'dropped' | 'paged-out' | 'summarised' | 'too-large';

/** Cutting is data: what was taken, why, and the sizes before and after. */
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

/** What the window is made up of; `available` is what the context may take. */
export interface BudgetTerms {
  window: number;
  /** Where the size of the window comes from. */
  windowFrom?: WindowFrom;
  reservedOutput: number;
  safetyMargin: number;
  toolDefinitions: number;
  available: number;
}

/** What a context is made of: each part with its tokens, what was left out and why, and how much of it a cache can reuse. */
export interface ContextReport {
  modelId: string;
  tokenizer: string;
  parts: ContextPart[];
  /** In packets and in storage: so many parts at the start are those of the report before, and left out here. */
  sharedParts?: number;
  removals: ContextRemoval[];
  budget: BudgetTerms;
  totalTokens: number;
  /** How the project's files are given in this turn, and why. */
  project: { mode: 'none' | 'included' | 'searched'; reason: string };
  /** Tokens at the start that are the same as in the step before; null on a conversation's first step. */
  sharedPrefixTokens: number | null;
  /** Why the system prompt and the definitions of tools are the short ones, where they are. */
  shortForm?: string;
  /** Why the definitions of tools alone are the short ones, where they are. */
  briefTools?: string;
  /** What was malformed and skipped, in words. */
  warnings?: string[];
}
