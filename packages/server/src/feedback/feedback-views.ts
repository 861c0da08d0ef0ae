import { originItemId } from '@ibid/core/internal';
import { hiddenItems } from '@ibid/store/internal';
import type { Feedback, FeedbackReach, FeedbackSnapshot } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Services } from '../services.js';
import { conversationBaseId } from '../turns/choose-knowledge.js';
import { withholdSnapshot } from './feedback-snapshot.js';

/** Feedback without the answer it is about. */
export function feedbackView(feedback: Feedback) {
  const { userId: _userId, marks, snapshot: _snapshot, counts: _counts, ...view } = feedback;
  return { ...view, citations: marks };
}

/** KB-5: with question, answer and passages from documents that the viewer may currently see. */
export async function feedbackRow(
  services: Pick<Services, 'database' | 'users'>,
  principal: Principal,
  feedback: Feedback,
  reach: FeedbackReach,
) {
  const { citations: shown, ...rest } = await seenSnapshot(services, principal, feedback, reach);
  const person = reach === 'own' ? null : ((await services.users.get(feedback.userId))?.name ?? '');
  return { ...feedbackView(feedback), person, ...rest, shown };
}

/** The stored snapshot, limited to documents that the viewer may currently see. */
export async function seenSnapshot(
  services: Pick<Services, 'database'>,
  principal: Principal,
  feedback: Feedback,
  reach: FeedbackReach,
): Promise<FeedbackSnapshot> {
  const { snapshot } = feedback;
  const hidden = await hiddenItems({
    db: services.database.db,
    viewer: principal.viewer,
    itemIds: snapshot.sources.map(({ itemId }) => originItemId(itemId)),
    // Files of a conversation are part of it for everyone who may see it.
    ...(reach === 'own' ? { exceptIn: conversationBaseId(feedback.conversationId) } : {}),
  });
  const seen = withholdSnapshot(snapshot, (itemId) => hidden.has(originItemId(itemId)));
  // The queries may contain words of hidden documents.
  return hidden.size > 0 ? { ...seen, queries: [] } : seen;
}
