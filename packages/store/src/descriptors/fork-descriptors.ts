import type { DescriptorMetadata } from '@ibid/core/internal';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import { metadataOf } from './descriptor-row.js';

const BATCH = 100;

/**
 * FD-7: copies the descriptors visible in the branch to a fork. Only names are copied; content never changes, so both
 * conversations can share it. Runs in `forkConversation`'s transaction.
 */
export async function forkDescriptors(
  transaction: Transaction<Database>,
  options: {
    fromConversationId: string;
    toConversationId: string;
    /** Maps the old id of each message of the branch to its new one. */
    messageIds: ReadonlyMap<string, string>;
    /** Descriptors that the fork does not get. */
    withholds?: (descriptor: DescriptorMetadata) => boolean;
  },
): Promise<void> {
  const { fromConversationId, toConversationId, messageIds } = options;
  const all = await transaction
    .selectFrom('descriptors')
    .selectAll()
    .where('conversation_id', '=', fromConversationId)
    .orderBy('sequence')
    .execute();
  const visible = all.filter(
    (row) =>
      (row.message_id === null || messageIds.has(row.message_id)) && !options.withholds?.(metadataOf(row)),
  );
  for (let start = 0; start < visible.length; start += BATCH) {
    const rows = visible.slice(start, start + BATCH).map(({ sequence: _sequence, ...row }) => ({
      ...row,
      conversation_id: toConversationId,
      message_id: row.message_id === null ? null : (messageIds.get(row.message_id) ?? null),
    }));
    await transaction.insertInto('descriptors').values(rows).execute();
  }
  const space = await transaction
    .selectFrom('descriptor_spaces')
    .select('next_number')
    .where('conversation_id', '=', fromConversationId)
    .executeTakeFirst();
  if (!space) return;
  const used = await transaction
    .selectFrom('descriptor_contents')
    .select((select) => select.fn.sum<number | null>('bytes').as('bytes'))
    .where('id', 'in', (select) =>
      select.selectFrom('descriptors').select('content_id').where('conversation_id', '=', toConversationId),
    )
    .executeTakeFirst();
  // Numbers continue from the parent's, so handles in the copied messages stay unambiguous.
  await transaction
    .insertInto('descriptor_spaces')
    .values({
      conversation_id: toConversationId,
      next_number: space.next_number,
      used_bytes: Number(used?.bytes ?? 0),
    })
    .execute();
}
