import type { Transaction } from 'kysely';
import { QuotaExceeded } from '@ibid/core';
import type { Database } from '../database/schema.js';

/**
 * Counts new bytes against the conversation's quota and gives out `fd:` numbers: each once per conversation, over all
 * its branches. Holds the conversation's row until the transaction ends, so that parallel calls go one by one.
 */
export async function claimSpace(
  transaction: Transaction<Database>,
  options: { conversationId: string; bytes: number; quotaBytes: number; takesNumber: boolean },
): Promise<{ number: number }> {
  const { conversationId, bytes, quotaBytes } = options;
  const numbers = options.takesNumber ? 1 : 0;
  const space = await transaction
    .insertInto('descriptor_spaces')
    .values({ conversation_id: conversationId, next_number: 1 + numbers, used_bytes: bytes })
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet((change) => ({
        next_number: change('descriptor_spaces.next_number', '+', numbers),
        used_bytes: change('descriptor_spaces.used_bytes', '+', bytes),
      })),
    )
    .returning(['next_number', 'used_bytes'])
    .executeTakeFirstOrThrow();
  if (bytes > 0 && space.used_bytes > quotaBytes)
    throw new QuotaExceeded({
      what: 'This conversation',
      quotaBytes,
      usedBytes: space.used_bytes - bytes,
      neededBytes: bytes,
    });
  return { number: space.next_number - numbers };
}
