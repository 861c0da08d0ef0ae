import type { DescriptorMetadata } from '@ibid/core/internal';
import type { Transaction } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { metadataOf } from './descriptor-row.js';

/** Removes a conversation's descriptors and any content that no other conversation uses. */
export async function deleteDescriptors(
  transaction: Transaction<Database>,
  options: {
    conversationId: string;
    dialect: DialectName;
    /** Only these. Default: all. */
    only?: (descriptor: DescriptorMetadata) => boolean;
  },
): Promise<void> {
  const { conversationId, dialect, only } = options;
  const all = await transaction
    .selectFrom('descriptors')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('content_id')
    .execute();
  const gone = only ? all.filter((row) => only(metadataOf(row))) : all;
  for (const { sequence } of gone)
    await transaction.deleteFrom('descriptors').where('sequence', '=', sequence).execute();
  if (!only)
    await transaction.deleteFrom('descriptor_spaces').where('conversation_id', '=', conversationId).execute();
  for (const id of new Set(gone.map((row) => row.content_id))) {
    const content = transaction.selectFrom('descriptor_contents').select('id').where('id', '=', id);
    // Two conversations that share content may be deleted at once. The second must wait and then see that it is the
    // last.
    await (dialect === 'postgres' ? content.forUpdate() : content).execute();
    const other = await transaction
      .selectFrom('descriptors')
      .select('sequence')
      .where('content_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (other) continue;
    await transaction.deleteFrom('descriptor_segments').where('content_id', '=', id).execute();
    await transaction.deleteFrom('descriptor_contents').where('id', '=', id).execute();
  }
}
