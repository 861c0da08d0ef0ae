/** Letters of CTX-1, and the list of removed things (CTX-12) and the summary (CTX-14). */
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
  | 'reminder';

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

export interface BudgetTerms {
  window: number;
  reservedOutput: number;
  safetyMargin: number;
  toolDefinitions: number;
  available: number;
}

/** CTX-13. */
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
  /** What was malformed and skipped, in words (REF-4). */
  warnings?: string[];
}
