import type { Conversation, StoredFile } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { WITHHELD } from '../sharing/withheld.js';

/** A conversation as clients see it. */
export function conversationView(conversation: Conversation, principal: Principal) {
  const { id, title, agentId, modelId, projectId, scope, isPinned } = conversation;
  const { leafId, forkedFrom, createdAt, updatedAt } = conversation;
  const isOwner = conversation.ownerId === principal.user.id;
  // Only the owner may know who else can see it.
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

/** A file made from a hidden item: shows that it exists, but not its name or length. */
export function withheldFileView(file: StoredFile) {
  const nothing = { bytes: 0, tokens: null, characters: null, width: null, height: null };
  const told = { name: WITHHELD, mediaType: 'text/plain', state: 'unreadable' as const, reason: WITHHELD };
  return { ...fileView(file), ...nothing, ...told };
}
