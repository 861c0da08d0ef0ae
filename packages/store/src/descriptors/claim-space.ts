import type { Transaction } from 'kysely';
import { QuotaExceeded } from '@ibid/core/internal';
import { readRows } from '../database/row-statements.js';
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
  // Counts nothing where it refuses: the transaction may continue without. What takes no room always has some.
  const room = bytes === 0 ? '' : 'where descriptor_spaces.used_bytes <= ?';
  const [space] = fits
    ? await readRows<{ next_number: number }>(
        transaction,
        `insert into descriptor_spaces (conversation_id, next_number, used_bytes) values (?, ?, ?)
          on conflict (conversation_id) do update set
            next_number = descriptor_spaces.next_number + ?, used_bytes = descriptor_spaces.used_bytes + ?
          ${room} returning next_number`,
        [conversationId, 1 + numbers, bytes, numbers, bytes, ...(bytes === 0 ? [] : [quotaBytes - bytes])],
      )
    : [];
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
