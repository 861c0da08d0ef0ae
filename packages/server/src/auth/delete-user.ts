import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation, User } from '@ibid/store/internal';
import type { z } from 'zod';
import type { UserDeletionSchema } from '../api/schemas/index.js';
import { cancelJobsOfBase } from '../jobs/cancel-jobs-of-base.js';
import type { Services } from '../services.js';
import { deleteConversation } from '../turns/delete-conversation.js';

const STOP_PATIENCE_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 50;

/**
 * ORG-3: deletes a user with what nobody else could ever see again: private conversations, projects and agents, stored
 * responses and settings. What they shared stays, and their knowledge bases are left for administrators to decide about.
 */
export async function deleteUser(
  services: Services,
  user: User,
  fate: z.infer<typeof UserDeletionSchema>['conversations'],
): Promise<void> {
  // From here on they begin nothing new.
  await services.users.update(user.id, { disabled: true });
  await services.sessions.deleteOfUser(user.id);
  await services.apiKeys.deleteOfUser(user.id);
  if (fate !== 'keep') {
    const owned = await services.conversations.ownedBy(user.id);
    const going = owned.filter(({ sharing }) => fate === 'delete-all' || sharing.visibility === 'private');
    for (const conversation of going) await stopTurn(services, conversation);
    for (const { id } of going) await deleteConversation(services, id);
    await deletePrivate(services, user.id);
  }
  await services.responses.deleteOfUser(user.id);
  await services.settings.deleteScope(user.id);
  await services.users.delete(user.id);
}

async function deletePrivate(services: Services, userId: string): Promise<void> {
  const viewer = { userId, roles: [], isAdministrator: false };
  const isPrivate = (thing: { ownerId: string; sharing: Conversation['sharing'] }) =>
    thing.ownerId === userId && thing.sharing.visibility === 'private';
  for (const project of (await services.projects.list(viewer)).filter(isPrivate)) {
    const files = await services.projects.files(project.id);
    if (project.knowledgeBaseId) {
      await cancelJobsOfBase(services, project.knowledgeBaseId);
      await services.knowledge.bases.removeIfThere(project.knowledgeBaseId);
    }
    await services.projects.delete(project.id);
    const unused = await services.files.unused(files.map(({ fileId }) => fileId));
    for (const fileId of unused) await services.files.delete(fileId);
  }
  for (const agent of (await services.agents.list(viewer)).filter(isPrivate))
    await services.agents.delete(agent.id);
}

/** A turn ends within moments of being asked to (FLOW-7); one that does not is told to the administrator as a conflict. */
async function stopTurn(services: Services, { id }: Pick<Conversation, 'id'>): Promise<void> {
  const patience = Date.now() + STOP_PATIENCE_MILLISECONDS;
  for (let turn = await services.turns.running(id); turn; turn = await services.turns.running(id)) {
    if (Date.now() > patience) return;
    await services.turns.requestStop(turn.id);
    services.liveTurns.stop(turn.id);
    await pause(LOOK_MILLISECONDS);
  }
}
