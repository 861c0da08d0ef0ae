import { originItemId } from '@ibid/core/internal';
import { conversationWorkspace, deleteDescriptors, fromJson, toJson } from '@ibid/store/internal';
import type { SourceTrace } from '@ibid/store/internal';
import { withoutDeleted } from '../inquiries/without-deleted.js';
import { withholdStored } from '../feedback/feedback-snapshot.js';
import type { Services } from '../services.js';
import { assistantContentOf } from '../turns/message-content.js';
import { mayHoldHidden } from '../turns/open-descriptors.js';
import { ClearCalls, reportWithoutDeleted } from './report-without-deleted.js';
import { shownContent } from './shown-content.js';
import { WITHHELD } from './withheld.js';
import { filesHiddenBy, placesOf, toldSince, type Withholding } from './withholding.js';

type Needed = Pick<
  Services,
  | 'evidenceCells'
  | 'files'
  | 'inquiries'
  | 'database'
  | 'turns'
  | 'sources'
  | 'summaries'
  | 'feedback'
  | 'responses'
  | 'options'
>;

/**
 * ORG-3: permanently removes the text of deleted items from all conversations that used them: tool results, passages,
 * parts of context reports, contradictions, cells of evidence tables, handles, files written by the model, streams,
 * summaries, feedback. Answers stay as they were given. Returns how many conversations.
 */
export async function purgeDeletedSources(services: Needed): Promise<number> {
  const { db } = services.database;
  const purged = await purgeConversations(services);
  await db
    .deleteFrom('dynamic_tools')
    .where('item_id', 'in', db.selectFrom('deleted_items').select('id'))
    .execute();
  await services.evidenceCells.forgetDeleted();
  await services.inquiries.forgetDeleted(withoutDeleted);
  await services.responses.forgetSources(WITHHELD);
  return purged;
}

/** The same for conversations only, with the files attached to them. Returns how many. */
export async function purgeConversations(services: Needed): Promise<number> {
  const { db } = services.database;
  const numbered = await db
    .selectFrom('conversation_sources')
    .innerJoin('deleted_items', 'deleted_items.id', 'conversation_sources.item_id')
    .select(['conversation_id', 'item_id'])
    .where('title', '<>', WITHHELD)
    .execute();
  const seen = await db
    .selectFrom('conversation_seen_items')
    .innerJoin('deleted_items', 'deleted_items.id', 'conversation_seen_items.item_id')
    .select(['conversation_id', 'item_id'])
    .execute();
  const byConversation = new Map<string, Set<string>>();
  for (const { conversation_id: id, item_id: itemId } of [...numbered, ...seen])
    byConversation.set(id, (byConversation.get(id) ?? new Set()).add(itemId));
  let purged = 0;
  let isWaiting = false;
  for (const [conversationId, gone] of byConversation) {
    // Left for the next run, once the turn is over.
    if (await services.turns.running(conversationId)) {
      isWaiting = true;
      continue;
    }
    await purgeConversation(services, conversationId, gone);
    purged += 1;
  }
  // Last, because the files tell which handles contain the text.
  if (!isWaiting) await forgetPicked(services);
  return purged;
}

async function purgeConversation(
  services: Needed,
  conversationId: string,
  deleted: ReadonlySet<string>,
): Promise<void> {
  const { db, dialect } = services.database;
  const known = await services.sources.traces(conversationId);
  const gone = new Set([...deleted, ...toldSince(known, deleted)]);
  const traces = known.filter((trace: SourceTrace) => gone.has(originItemId(trace.itemId)));
  const ids = [...new Set([...gone, ...traces.map(({ itemId }) => itemId)])];
  const hides = (itemId: string) => gone.has(originItemId(itemId));
  const withholding: Withholding = {
    hides,
    hidesFile: await filesHiddenBy(services, hides, { itemIds: gone }),
    ...(await placesOf(services, conversationId, { traces })),
  };
  const answers = await db
    .selectFrom('messages')
    .select(['id', 'turn_id'])
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'assistant')
    .execute();
  const touched = answers.filter(({ id }) => withholding.mayBeIn(id));
  await db.transaction().execute(async (transaction) => {
    const clear = new ClearCalls();
    for (const { id, turn_id: turnId } of answers) {
      const row = await transaction
        .selectFrom('messages')
        .select(['content', 'text'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const stored = assistantContentOf({ turnId, text: row.text, content: fromJson(row.content) });
      const shown = shownContent(id, stored, withholding);
      clear.add(stored.steps, shown.steps);
      if (!withholding.mayBeIn(id)) continue;
      await transaction
        .updateTable('messages')
        .set({ content: toJson(shown), token_counts: null })
        .where('id', '=', id)
        .execute();
    }
    for (const { turn_id: turnId } of touched)
      if (turnId !== null) await purgeTurn(transaction, { conversationId, turnId, clear });
    await deleteDescriptors(transaction, {
      conversationId,
      dialect,
      only: (descriptor) => mayHoldHidden(descriptor, withholding),
    });
    await services.summaries.forget(conversationId, withholding.hides, transaction);
    await services.feedback.forget(
      conversationId,
      (snapshot) => withholdStored(snapshot, withholding.hides),
      transaction,
    );
    await transaction
      .updateTable('conversation_sources')
      .set({ title: WITHHELD, url: null })
      .where('conversation_id', '=', conversationId)
      .where('item_id', 'in', ids)
      .execute();
    // Last, since it marks completion: the files below are deleted before it.
    await forgetFiles(services, conversationId, touched);
    await transaction
      .deleteFrom('conversation_seen_items')
      .where('conversation_id', '=', conversationId)
      .where('item_id', 'in', ids)
      .execute();
  });
}

/** The reports of a turn also repeat the calls of the turns before it. */
async function purgeTurn(
  transaction: Services['database']['db'],
  { conversationId, turnId, clear }: { conversationId: string; turnId: string; clear: ClearCalls },
): Promise<void> {
  await transaction.deleteFrom('turn_packets').where('turn_id', '=', turnId).execute();
  const turn = await transaction
    .selectFrom('turns')
    .select('context_reports')
    .where('id', '=', turnId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!turn) return;
  const reports = fromJson(turn.context_reports).map((report) => reportWithoutDeleted(report, clear));
  await transaction
    .updateTable('turns')
    .set({ context_reports: toJson(reports), trajectory: null })
    .where('id', '=', turnId)
    .execute();
}

/** Deletes files made from these items; their bytes go with the next clean-up of unused originals. */
async function forgetPicked({ database, files }: Needed): Promise<void> {
  const picked = await database.db
    .selectFrom('files')
    .innerJoin('deleted_items', 'deleted_items.id', 'files.item_id')
    .select('files.id')
    .execute();
  for (const { id } of picked) await files.delete(id);
}

/** Deletes files that the model wrote in these messages. */
async function forgetFiles(
  services: Needed,
  conversationId: string,
  messages: readonly { id: string }[],
): Promise<void> {
  const { dataFolder } = services.options;
  const workspace = conversationWorkspace({ dataFolder, conversationId, messageIds: [] });
  await workspace.forget(messages.map(({ id }) => id));
}
