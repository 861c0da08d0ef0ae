import type { TurnParticulars } from './prepare-turn.js';

/** The first question of a conversation was edited: a title made from the former one no longer fits. */
export function asksFirstAnew({ conversation, parentId, tree, user }: TurnParticulars): boolean {
  return (
    conversation.titleOrigin === 'made' &&
    parentId === null &&
    tree.length > 0 &&
    tree.every(({ id }) => id !== user.id)
  );
}
