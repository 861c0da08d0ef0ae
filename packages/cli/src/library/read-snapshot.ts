import type { ConversationSnapshot } from './library-conversation.js';
import { LibraryError } from './library-error.js';

export const SNAPSHOT_VERSION = 1;

/** A stored conversation comes from a file, so its type says nothing about what it is. */
export function readSnapshot(snapshot: unknown): ConversationSnapshot {
  const { version, conversationId, turns, ledger, descriptors } = fieldsOf(snapshot);
  if (typeof version === 'number' && version > SNAPSHOT_VERSION)
    throw new LibraryError(
      'invalid_snapshot',
      `This conversation was stored by a newer version of Ibid (format ${version}; this one reads ${SNAPSHOT_VERSION}). Update Ibid to continue it.`,
    );
  const isWhole =
    typeof conversationId === 'string' &&
    Array.isArray(turns) &&
    Array.isArray(fieldsOf(ledger)['sources']) &&
    Array.isArray(fieldsOf(descriptors)['entries']) &&
    typeof fieldsOf(descriptors)['nextNumber'] === 'number';
  if (!isWhole)
    throw new LibraryError(
      'invalid_snapshot',
      'This is not a stored conversation. Pass what `conversation.snapshot()` returned, parsed if you stored it as JSON.',
    );
  return snapshot as ConversationSnapshot;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
