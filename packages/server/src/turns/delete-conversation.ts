import { conversationWorkspace, deleteDescriptors } from '@ibid/store/internal';
import { ConversationIdSchema } from '../api/schemas/index.js';
import { Conflict } from '../errors/index.js';
import type { Conversations, Erasing } from '../services.js';
import { conversationBaseId } from './choose-knowledge.js';
import { userContentOf } from './message-content.js';

/** ORG-3: deletes a conversation with everything created in it, and attached files that nothing else uses. */
export async function deleteConversation(services: Erasing, id: string): Promise<void> {
  if (await services.turns.running(id))
    throw new Conflict('A turn of this conversation is running. Stop it first.', 'turn_running');
  const { dialect } = services.database;
  const fileIds = await attachedFiles(services, id);
  await services.conversations.delete(id, (transaction) =>
    deleteDescriptors(transaction, { conversationId: id, dialect }),
  );
  // Bytes go with the next clean-up: the same content may just be arriving again.
  for (const fileId of await services.files.unused(fileIds)) await services.files.delete(fileId);
  await services.knowledge.bases.removeIfThere(conversationBaseId(id));
  // The conversation is deleted even if the disk fails. An id that is not a valid folder name never had a folder.
  if (!ConversationIdSchema.safeParse(id).success) return;
  const { dataFolder } = services.options;
  await conversationWorkspace({ dataFolder, conversationId: id, messageIds: [] })
    .destroy()
    .catch((error: unknown) =>
      services.log.warn(
        { err: error, conversationId: id },
        'files of a deleted conversation could not be removed',
      ),
    );
}

async function attachedFiles(services: Conversations, conversationId: string): Promise<string[]> {
  const tree = await services.messages.tree(conversationId);
  const ids = tree.filter(({ role }) => role === 'user').map((node) => node.id);
  const rows = await services.messages.getMany(conversationId, ids);
  return [...new Set(rows.flatMap((row) => userContentOf(row).fileIds))];
}
