import type { FeedbackSaid, FeedbackSnapshot } from '@ibid/store/internal';
import type { z } from 'zod';
import type { FeedbackChangeSchema } from '../api/schemas/index.js';
import { NotFound } from '../errors/index.js';

type FeedbackChange = z.infer<typeof FeedbackChangeSchema>;

/** Refuses a mark on a citation that the answer does not have. */
export function requireCitations({ citations }: FeedbackSnapshot, change: FeedbackChange): void {
  const known = new Set(citations.map(({ citationId }) => citationId));
  if (Object.keys(change.citations ?? {}).some((id) => !known.has(id)))
    throw new NotFound('This answer has no such citation.', 'citation_not_found');
}

/** Feedback after a change; what the change leaves out stays. */
export function changedFeedback(before: FeedbackSaid, change: FeedbackChange): FeedbackSaid {
  const marks = { ...before.marks };
  for (const [id, mark] of Object.entries(change.citations ?? {}))
    if (mark === null) delete marks[id];
    else marks[id] = mark;
  const isShared = change.isShared ?? before.isShared;
  const verdict = change.verdict === undefined ? before.verdict : change.verdict;
  if (verdict === null) return { verdict, reasons: [], comment: '', marks, isShared };
  // Reasons for wrong do not apply to right.
  const reasons = change.reasons ?? (verdict === before.verdict ? before.reasons : []);
  return { verdict, reasons, comment: change.comment ?? before.comment, marks, isShared };
}
