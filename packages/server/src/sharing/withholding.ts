import { hiddenItems } from '@ibid/store';
import type { Conversation } from '@ibid/store';
import type { Viewer } from '@ibid/retrieval';
import type { Services } from '../services.js';
import { conversationBaseId } from '../turns/choose-knowledge.js';

/** Stands wherever something was that the person may not see. */
export const WITHHELD = 'You may not see this source.';

/** What of a conversation is kept from somebody; null where that is nothing. */
export interface Withholding {
  hides(itemId: string): boolean;
}

/**
 * Rights are those of this moment: a source that was withdrawn, deleted or never theirs is kept from a person, whoever's
 * conversation it is in. Files attached to the conversation are part of it.
 */
export async function withholdingFor(
  services: Pick<Services, 'sources' | 'database' | 'turns'>,
  viewer: Viewer,
  conversation: Pick<Conversation, 'id' | 'ownerId'>,
): Promise<Withholding | null> {
  const { sources } = await services.sources.load(conversation.id);
  const itemIds = sources.map(({ itemId }) => itemId);
  const hidden = await hiddenItems({
    db: services.database.db,
    viewer,
    itemIds,
    exceptIn: conversationBaseId(conversation.id),
  });
  // What a turn finds while it runs is in no list yet: for others than its owner it is hidden until it is.
  const isStranger = viewer.userId !== conversation.ownerId;
  if (isStranger && (await services.turns.running(conversation.id))) {
    const known = new Set(itemIds);
    return { hides: (itemId) => hidden.has(itemId) || !known.has(itemId) };
  }
  return hidden.size === 0 ? null : { hides: (itemId) => hidden.has(itemId) };
}
