import type { Transaction } from 'kysely';
import { QuotaExceeded } from '@ibid/core';
import type { Database } from '../database/schema.js';

/** Counts new bytes against the conversation's quota. Holds the row, so that parallel calls count one by one. */
export async function reserveBytes(
  transaction: Transaction<Database>,
  options: { conversationId: string; bytes: number; quotaBytes: number },
): Promise<void> {
  const { conversationId, bytes, quotaBytes } = options;
  const space = await transaction
    .insertInto('descriptor_spaces')
    .values({ conversation_id: conversationId, next_number: 1, used_bytes: bytes })
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet((change) => ({
        used_bytes: change('descriptor_spaces.used_bytes', '+', bytes),
      })),
    )
    .returning('used_bytes')
    .executeTakeFirstOrThrow();
  if (space.used_bytes > quotaBytes)
    throw new QuotaExceeded({
      what: 'This conversation',
      quotaBytes,
      usedBytes: space.used_bytes - bytes,
      neededBytes: bytes,
    });
}

/** The next `fd:` number. Numbers are given once per conversation, over all its branches. */
export async function takeNumber(
  transaction: Transaction<Database>,
  conversationId: string,
): Promise<number> {
  const space = await transaction
    .insertInto('descriptor_spaces')
    .values({ conversation_id: conversationId, next_number: 2, used_bytes: 0 })
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet((change) => ({
        next_number: change('descriptor_spaces.next_number', '+', 1),
      })),
    )
    .returning('next_number')
    .executeTakeFirstOrThrow();
  return space.next_number - 1;
}
