import type { Transaction } from 'kysely';
import { QuotaExceeded } from '@ibid/core/internal';
import { readRows } from '../database/row-statements.js';
import type { Database } from '../database/schema.js';

/**
 * Counts new bytes against the conversation's quota and assigns `fd:` numbers, each once per conversation across all
 * branches. Locks the conversation's row until the transaction ends, which serialises parallel calls.
 */
export async function claimSpace(
  transaction: Transaction<Database>,
  options: { conversationId: string; bytes: number; quotaBytes: number; takesNumber: boolean },
): Promise<{ number: number }> {
  const { conversationId, bytes, quotaBytes } = options;
  const numbers = options.takesNumber ? 1 : 0;
  const fits = bytes === 0 || bytes <= quotaBytes;
  // A refusal counts nothing: the transaction may continue without the descriptor. Empty content always fits.
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
