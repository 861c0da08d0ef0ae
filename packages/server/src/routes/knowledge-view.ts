import type { AccessRule, Item, KnowledgeBase } from '@ibid/retrieval/internal';
import type { Sharing } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';

export function knowledgeBaseView(base: KnowledgeBase, principal: Principal) {
  const { id, name, description, kind, items, chunks, createdAt, access } = base;
  const isOwner = access.ownerId === principal.user.id;
  const sharing = {
    visibility: access.visibility,
    sharedWithUsers: isOwner ? [...access.sharedWithUsers] : [],
    sharedWithGroups: isOwner ? [...access.sharedWithRoles] : [],
  };
  return { id, name, description, kind, items, chunks, sharing, isOwner, createdAt };
}

export function toAccessRule(ownerId: string, sharing: Sharing | undefined): AccessRule {
  return {
    ownerId,
    visibility: sharing?.visibility ?? 'private',
    sharedWithUsers: sharing?.sharedWithUsers ?? [],
    sharedWithRoles: sharing?.sharedWithGroups ?? [],
  };
}

export function itemView(item: Item) {
  const { access: _access, metadata, ...shown } = item;
  return { ...shown, metadata: metadata as Record<string, unknown> };
}
