import type { AnswerClaim } from '../answer-claims.js';
import type { Citation } from '../citation.js';

/** The change to one sentence when an answer was repaired. */
export interface RepairChange {
  /** `cited`: only its sources changed. */
  kind: 'cited' | 'corrected' | 'removed';
  before: string;
  /** Null if it was removed. */
  after: string | null;
  /** The reason, if one was given. */
  reason: string | null;
}

/** A change that a model proposed and the check refused. */
export interface RefusedChange {
  before: string;
  /** Null: the model proposed to remove the sentence. */
  proposed: string | null;
  /** Why it was refused. */
  reason: string;
}

/** CIT-8: an answer before its repair, and the changes. */
export interface AnswerRepair {
  /** As it was streamed. */
  first: { text: string; citations: Citation[]; claims: AnswerClaim[] };
  /** May be empty if all proposals were refused. */
  changes: RepairChange[];
  refused?: RefusedChange[];
}

/** An answer after its repair. */
export interface RepairedAnswer {
  /** As the model would have written it, with tags. */
  answer: string;
  /** As the user sees it. */
  text: string;
  citations: Citation[];
  claims: AnswerClaim[];
  changes: RepairChange[];
  refused?: RefusedChange[];
}
