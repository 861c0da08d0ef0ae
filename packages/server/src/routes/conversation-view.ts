import type { Conversation, StoredFile } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { WITHHELD } from '../sharing/withholding.js';

/** Stored things as clients see them. */
export function conversationView(conversation: Conversation, principal: Principal) {
  const { id, title, agentId, modelId, projectId, scope, isPinned } = conversation;
  const { leafId, forkedFrom, createdAt, updatedAt } = conversation;
  const isOwner = conversation.ownerId === principal.user.id;
  // Who else may see it is the owner's business.
  const sharing = isOwner
    ? conversation.sharing
    : { ...conversation.sharing, sharedWithUsers: [], sharedWithGroups: [] };
  return {
    id,
    title,
    agentId,
    modelId,
    projectId,
    scope,
    isPinned,
    leafId,
    forkedFrom,
    sharing,
    isOwner,
    createdAt,
    updatedAt,
  };
}

export function fileView(file: StoredFile) {
  const { id, name, mediaType, bytes, state, reason, tokens, characters, width, height, createdAt } = file;
  return { id, name, mediaType, bytes, state, reason, tokens, characters, width, height, createdAt };
}

/** Of a file made from an item that is out of sight: that there was one, not what it is called or how long it is. */
export function withheldFileView(file: StoredFile) {
  const nothing = { bytes: 0, tokens: null, characters: null, width: null, height: null };
  const told = { name: WITHHELD, mediaType: 'text/plain', state: 'unreadable' as const, reason: WITHHELD };
  return { ...fileView(file), ...nothing, ...told };
}
