import type { AnswerClaim, Citation } from '@ibid/core/internal';
import type { Selectable } from 'kysely';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

export type FeedbackMark = 'right' | 'wrong';

/** How many citations Ibid called supported or doubtful, and the user right or wrong. */
export interface FeedbackCounts {
  supportedRight: number;
  supportedWrong: number;
  doubtfulRight: number;
  doubtfulWrong: number;
}

/** ANS-5: what the user saw when giving feedback: enough to ask and check it again. */
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

/** ANS-5: a user's feedback on an answer and its citations, with what they saw. */
export interface Feedback {
  id: string;
  userId: string;
  conversationId: string;
  turnId: string;
  messageId: string;
  /** For the whole answer; null: only citations were judged. */
  verdict: FeedbackMark | null;
  reasons: string[];
  comment: string;
  /** By citation. */
  marks: Record<string, FeedbackMark>;
  /** Question, answer, passages and verdicts at that time. */
  snapshot: FeedbackSnapshot;
  /** Administrators may read it. */
  isShared: boolean;
  counts: FeedbackCounts;
  createdAt: string;
  updatedAt: string;
}

export type FeedbackSaid = Pick<Feedback, 'verdict' | 'reasons' | 'comment' | 'marks' | 'isShared'>;

/** Feedback of one day. */
export interface FeedbackDay extends FeedbackCounts {
  day: string;
  right: number;
  wrong: number;
}

/** Whose feedback: one's own, or what others shared with administrators. */
export type FeedbackReach = 'own' | 'shared';

/** A placeholder until the snapshot is written. */
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
