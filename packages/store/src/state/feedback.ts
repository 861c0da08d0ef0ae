import type { AnswerClaim, Citation } from '@ibid/core/internal';
import type { Selectable } from 'kysely';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

export type FeedbackMark = 'right' | 'wrong';

/** How many citations Ibid called supported, or doubtful, and the person right or wrong. */
export interface FeedbackCounts {
  supportedRight: number;
  supportedWrong: number;
  doubtfulRight: number;
  doubtfulWrong: number;
}

/** ANS-5: what a person was shown when they judged it: enough to ask and to check it again. */
export interface FeedbackSnapshot {
  question: string;
  queries: string[];
  scope: string[];
  modelId: string;
  answer: string;
  claims: AnswerClaim[];
  citations: Citation[];
  sources: { number: number; itemId: string; title: string; chunks: { chunkId: string; text: string }[] }[];
}

/**
 * ANS-5: what a person says of an answer and of its citations, with what they were shown.
 */
export interface Feedback {
  id: string;
  userId: string;
  conversationId: string;
  turnId: string;
  messageId: string;
  /** Of the answer as a whole; null: only citations were judged. */
  verdict: FeedbackMark | null;
  reasons: string[];
  comment: string;
  /** By citation. */
  marks: Record<string, FeedbackMark>;
  /** Question, answer, passages and verdicts as they were. */
  snapshot: FeedbackSnapshot;
  /** Administrators may read it. */
  isShared: boolean;
  counts: FeedbackCounts;
  createdAt: string;
  updatedAt: string;
}

export type FeedbackSaid = Pick<Feedback, 'verdict' | 'reasons' | 'comment' | 'marks' | 'isShared'>;

/** What was said on a day. */
export interface FeedbackDay extends FeedbackCounts {
  day: string;
  right: number;
  wrong: number;
}

/** Whose feedback is looked at: one's own, or what others let administrators read. */
export type FeedbackReach = 'own' | 'shared';

/** Until what was shown is written with what was said of it. */
export const NOTHING_SHOWN: FeedbackSnapshot = {
  question: '',
  queries: [],
  scope: [],
  modelId: '',
  answer: '',
  claims: [],
  citations: [],
  sources: [],
};
export const NOTHING_SAID: FeedbackSaid = {
  verdict: null,
  reasons: [],
  comment: '',
  marks: {},
  isShared: false,
};

export function toFeedback(row: Selectable<Database['feedback']>): Feedback {
  return {
    id: row.id,
    userId: row.user_id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    messageId: row.message_id,
    verdict: row.verdict,
    reasons: fromJson(row.reasons),
    comment: row.comment,
    marks: fromJson(row.marks),
    snapshot: fromJson(row.snapshot),
    isShared: row.shared === 1,
    counts: {
      supportedRight: row.supported_right,
      supportedWrong: row.supported_wrong,
      doubtfulRight: row.doubtful_right,
      doubtfulWrong: row.doubtful_wrong,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
