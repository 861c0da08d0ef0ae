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
  const fits = bytes === 0 || bytes <= quotaBytes;
  const space = fits
    ? await transaction
        .insertInto('descriptor_spaces')
        .values({ conversation_id: conversationId, next_number: 1 + numbers, used_bytes: bytes })
        .onConflict((conflict) =>
          conflict
            .column('conversation_id')
            .doUpdateSet((change) => ({
              next_number: change('descriptor_spaces.next_number', '+', numbers),
              used_bytes: change('descriptor_spaces.used_bytes', '+', bytes),
            }))
            // Counts nothing where it refuses: the transaction may go on without.
            .where((where) =>
              where.or([
                where.lit(bytes === 0),
                where('descriptor_spaces.used_bytes', '<=', quotaBytes - bytes),
              ]),
            ),
        )
        .returning('next_number')
        .executeTakeFirst()
    : undefined;
  if (space) return { number: space.next_number - numbers };
  const used = await transaction
    .selectFrom('descriptor_spaces')
    .select('used_bytes')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  throw new QuotaExceeded({
    what: 'This conversation',
    quotaBytes,
    usedBytes: used?.used_bytes ?? 0,
    neededBytes: bytes,
  });
}
