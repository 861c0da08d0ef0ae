import { setTimeout as pause } from 'node:timers/promises';
import { OwnedObjects } from '@ibid/store/internal';
import type { Conversation, User } from '@ibid/store/internal';
import type { z } from 'zod';
import type { ErasureSchema, UserDeletionSchema } from '../api/schemas/index.js';
import { setOwnBudget } from '../budgets/budget.js';
import { cancelJobsOfBase } from '../jobs/cancel-jobs-of-base.js';
import type {
  Accounts,
  Agents,
  Answering,
  Budgets,
  Connections,
  Conversations,
  Erasing,
  Files,
  Jobs,
  KnowledgeAccess,
  Projects,
  Research,
  Storage,
} from '../services.js';
import { deleteConversation } from '../turns/delete-conversation.js';

const STOP_PATIENCE_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 50;

type Fate = Omit<z.infer<typeof UserDeletionSchema>, 'to'> & { heir: User | null };
type Erasure = z.infer<typeof ErasureSchema>;

/**
 * ORG-3: deletes a user and everything that nobody else could see again, and reports what happened. What they shared is
 * kept, deleted or handed over, as the administrator decides.
 */
export async function deleteUser(
  services: Erasing & Accounts & Budgets & Answering & Agents & Projects & Research & Jobs & Connections,
  user: User,
  fate: Fate,
): Promise<Erasure> {
  const owned = new OwnedObjects(services.database.db);
  // From here on, they can start nothing new.
  await services.users.update(user.id, { disabled: true });
  await services.sessions.deleteOfUser(user.id);
  await services.apiKeys.deleteOfUser(user.id);
  await services.secondFactors.remove(user.id);
  const before = await owned.count(user.id);
  if (fate.conversations !== 'keep') {
    const all = await services.conversations.ownedBy(user.id);
    const isGoing = ({ sharing }: Conversation) =>
      fate.conversations === 'delete-all' || sharing.visibility === 'private';
    for (const conversation of all.filter(isGoing)) await stopTurn(services, conversation);
    for (const { id } of all.filter(isGoing)) await deleteConversation(services, id);
  }
  const handedOver =
    fate.objects === 'hand-over' && fate.heir ? await handOver(services, user, fate.heir) : {};
  if (fate.objects === 'delete') await deleteObjects(services, user.id, 'all');
  else if (fate.conversations !== 'keep') await deleteObjects(services, user.id, 'private');
  for (const fileId of await services.files.unused(await owned.files(user.id)))
    await services.files.delete(fileId);
  await services.responses.deleteOfUser(user.id);
  await owned.deleteFinishedJobs(user.id);
  await services.settings.deleteScope(user.id);
  await setOwnBudget(services, user.id, {});
  await services.users.delete(user.id);
  const left = await owned.count(user.id);
  const kinds = Object.keys(before) as (keyof typeof before)[];
  const gone = kinds.map((kind) => [kind, before[kind] - left[kind] - (handedOver[kind] ?? 0)]);
  return {
    deleted: Object.fromEntries(gone) as Erasure['deleted'],
    handedOver,
    left: Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
    auditLines: await owned.auditLines(user.id),
  };
}

/** Bases one by one, with their kept folders; the rest takes one column update. */
async function handOver(
  services: Storage & KnowledgeAccess & Connections,
  from: User,
  to: User,
): Promise<Erasure['handedOver']> {
  const owned = new OwnedObjects(services.database.db);
  const bases = await owned.bases(from.id);
  for (const { id } of bases) {
    await services.knowledge.bases.handOver(id, to.id);
    await services.keptFolders.handOver(id, to.id);
    await services.connectedSources.handOver(id, to.id);
  }
  const moved = await owned.handOver(from.id, to.id);
  const knowledgeBases = bases.filter(({ kind }) => kind === 'standard').length;
  return { ...moved, knowledgeBases };
}

async function deleteObjects(
  services: Storage & Agents & Projects & Files & KnowledgeAccess & Research & Jobs,
  userId: string,
  which: 'all' | 'private',
): Promise<void> {
  const viewer = { userId, roles: [], isAdministrator: false };
  const isMeant = (thing: { ownerId: string; sharing: Conversation['sharing'] }) =>
    thing.ownerId === userId && (which === 'all' || thing.sharing.visibility === 'private');
  for (const project of (await services.projects.list(viewer)).filter(isMeant)) {
    const files = await services.projects.files(project.id);
    if (project.knowledgeBaseId) await deleteBase(services, project.knowledgeBaseId);
    await services.projects.delete(project.id);
    const unused = await services.files.unused(files.map(({ fileId }) => fileId));
    for (const fileId of unused) await services.files.delete(fileId);
  }
  for (const agent of (await services.agents.list(viewer)).filter(isMeant))
    await services.agents.delete(agent.id);
  for (const table of (await services.evidenceTables.list(viewer)).filter(isMeant))
    await services.evidenceTables.delete(table.id);
  if (which === 'private') return;
  for (const { id, kind } of await new OwnedObjects(services.database.db).bases(userId))
    if (kind === 'standard') await deleteBase(services, id);
}

async function deleteBase(services: KnowledgeAccess & Jobs, id: string): Promise<void> {
  await cancelJobsOfBase(services, id);
  await services.knowledge.bases.removeIfThere(id);
}

/** A turn ends shortly after a stop request (FLOW-7). If it does not, the administrator gets a conflict. */
async function stopTurn(
  services: Conversations & Answering,
  { id }: Pick<Conversation, 'id'>,
): Promise<void> {
  const patience = Date.now() + STOP_PATIENCE_MILLISECONDS;
  for (let turn = await services.turns.running(id); turn; turn = await services.turns.running(id)) {
    if (Date.now() > patience) return;
    await services.turns.requestStop(turn.id);
    services.liveTurns.stop(turn.id);
    await pause(LOOK_MILLISECONDS);
  }
}
