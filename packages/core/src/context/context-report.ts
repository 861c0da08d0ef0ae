import type { WindowFrom } from '../tokens/model-profile.js';

/** The kinds of messages in their order, plus the removed list and the summary. */
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
  /** The prompt as sent, if a provider cut it without saying what it cut. */
  | 'prompt';

/** One part of an assembled context: what it is, what it costs, and why it is there. */
export interface ContextPart {
  kind: ContextPartKind;
  tokens: number;
  /** What it was made from: a message id, a call id, a file name, a setting. */
  origin: string;
  /** Why it is in the context, in a few words. */
  reason: string;
  /** The exact text that the model sees, for the inspector. */
  text: string;
}

/** What happened to a part that did not fit. */
export type RemovalAction = 'dropped' | 'paged-out' | 'summarised' | 'too-large';

/** Every cut is recorded: what was removed, why, and its size before and after. */
export interface ContextRemoval {
  kind: ContextPartKind;
  action: RemovalAction;
  origin: string;
  reason: string;
  tokensBefore: number;
  tokensAfter: number;
  /** Where the removed text can still be read. */
  descriptor: string | null;
}

/** How the window is divided; `available` is what the context may take. */
export interface BudgetTerms {
  window: number;
  /** How the size of the window is known. */
  windowFrom?: WindowFrom;
  reservedOutput: number;
  safetyMargin: number;
  toolDefinitions: number;
  available: number;
}

/** What a context consists of: each part with its tokens, what was left out and why, and how much a cache can reuse. */
export interface ContextReport {
  modelId: string;
  tokenizer: string;
  parts: ContextPart[];
  /** In packets and in storage: this many leading parts equal those of the previous report and are omitted here. */
  sharedParts?: number;
  removals: ContextRemoval[];
  budget: BudgetTerms;
  totalTokens: number;
  /** How this turn includes the project's files, and why. */
  project: { mode: 'none' | 'included' | 'searched'; reason: string };
  /** Tokens at the start that equal the previous step's; null on the first step of a conversation. */
  sharedPrefixTokens: number | null;
  /** Why the system prompt and tool definitions were shortened, if they were. */
  shortForm?: string;
  /** Why only the tool definitions were shortened, if they were. */
  briefTools?: string;
  /** Malformed input that was skipped. */
  warnings?: string[];
}
