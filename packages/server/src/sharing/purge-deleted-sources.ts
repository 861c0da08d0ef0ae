import { deleteDescriptors } from '@ibid/store';
import type { Services } from '../services.js';
import type { AssistantContent } from '../turns/message-content.js';
import { mayHoldSources } from '../turns/open-descriptors.js';
import { shownContent } from './shown-content.js';
import { WITHHELD } from './withholding.js';

/**
 * ORG-3: takes the text of items that were deleted out of the conversations that used them, for everybody and for good:
 * results of tools, passages, reports, handles, streams. Answers stay as they were given. Returns how many conversations.
 */
export async function purgeDeletedSources(services: Pick<Services, 'database' | 'turns'>): Promise<number> {
  const { db, dialect } = services.database;
  const rows = await db
    .selectFrom('conversation_sources')
    .innerJoin('deleted_items', 'deleted_items.id', 'conversation_sources.item_id')
    .select(['conversation_sources.conversation_id', 'conversation_sources.item_id'])
    .where('conversation_sources.title', '<>', WITHHELD)
    .execute();
  const byConversation = new Map<string, Set<string>>();
  for (const { conversation_id: id, item_id: itemId } of rows)
    byConversation.set(id, (byConversation.get(id) ?? new Set()).add(itemId));
  let purged = 0;
  for (const [conversationId, gone] of byConversation) {
    // The next time, when it is over.
    if (await services.turns.running(conversationId)) continue;
    const withholding = { hides: (itemId: string) => gone.has(itemId) };
    await db.transaction().execute(async (transaction) => {
      const answers = await transaction
        .selectFrom('messages')
        .select(['id', 'content'])
        .where('conversation_id', '=', conversationId)
        .where('role', '=', 'assistant')
        .execute();
      for (const { id, content } of answers) {
        const shown = shownContent(JSON.parse(content) as AssistantContent, withholding);
        await transaction
          .updateTable('messages')
          .set({ content: JSON.stringify(shown), token_counts: null })
          .where('id', '=', id)
          .execute();
      }
      const turns = transaction
        .selectFrom('turns')
        .select('id')
        .where('conversation_id', '=', conversationId);
      await transaction.deleteFrom('turn_packets').where('turn_id', 'in', turns).execute();
      await transaction
        .updateTable('turns')
        .set({ context_reports: '[]', trajectory: null })
        .where('conversation_id', '=', conversationId)
        .execute();
      await transaction
        .deleteFrom('dynamic_tools')
        .where('conversation_id', '=', conversationId)
        .where('item_id', 'in', [...gone])
        .execute();
      await deleteDescriptors(transaction, { conversationId, dialect, only: mayHoldSources });
      await transaction
        .updateTable('conversation_sources')
        .set({ title: WITHHELD, url: null })
        .where('conversation_id', '=', conversationId)
        .where('item_id', 'in', [...gone])
        .execute();
    });
    purged += 1;
  }
  return purged;
}
