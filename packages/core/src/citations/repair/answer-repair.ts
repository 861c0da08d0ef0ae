import type { AnswerClaim } from '../answer-claims.js';
import type { Citation } from '../citation.js';

/** What became of one sentence when an answer was repaired. */
export interface RepairChange {
  /** `cited`: only its sources changed. */
  kind: 'cited' | 'corrected' | 'removed';
  before: string;
  /** Null: it was taken out. */
  after: string | null;
  /** In words, where one was given. */
  reason: string | null;
}

/** CIT-8: how an answer read before it was repaired, and what was changed. */
export interface AnswerRepair {
  /** As it was streamed. */
  first: { text: string; citations: Citation[]; claims: AnswerClaim[] };
  changes: RepairChange[];
}

/** An answer after its repair. */
export interface RepairedAnswer {
  /** As the model would have written it, tags included. */
  answer: string;
  /** As the person sees it. */
  text: string;
  citations: Citation[];
  claims: AnswerClaim[];
  changes: RepairChange[];
}
