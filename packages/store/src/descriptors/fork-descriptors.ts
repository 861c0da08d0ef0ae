import type { DescriptorMetadata } from '@ibid/core/internal';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import { metadataOf } from './descriptor-row.js';

const BATCH = 100;

/**
 * FD-7: gives a fork the descriptors that the branch sees. Only names are copied; content is never changed, so both
 * conversations can point to it. Made to be called in `forkConversation`'s transaction.
 */
export async function forkDescriptors(
  transaction: Transaction<Database>,
  options: {
    fromConversationId: string;
    toConversationId: string;
    /** New id of each message of the branch, by its old one. */
    messageIds: ReadonlyMap<string, string>;
    /** Those that the fork does not get. */
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
  // Numbers continue from the parent's, so that a handle in the copied messages can mean nothing else.
  await transaction
    .insertInto('descriptor_spaces')
    .values({
      conversation_id: toConversationId,
      next_number: space.next_number,
      used_bytes: Number(used?.bytes ?? 0),
    })
    .execute();
}
