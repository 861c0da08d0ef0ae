import { sourcePrefix } from '@ibid/retrieval/internal';
import type { StoredItemState } from '@ibid/retrieval/internal';
import type { ConnectedSource } from '@ibid/store/internal';
import type { Connections, Jobs, KnowledgeAccess } from '../services.js';

/** Ends what runs, keeps what it has added, and starts nothing until somebody says so. */
export async function pauseSource(services: Jobs & Connections, source: ConnectedSource): Promise<void> {
  await services.connectedSources.change(source.id, { isPaused: true });
  if (source.jobId !== null) await services.jobRunner.cancel(source.jobId);
  await services.connectedLog.add(source.id, 'info', 'Paused.');
}

/** Rights that are withdrawn are withdrawn from what is here already, before anybody is told that it is done. */
export async function applyAccess(services: KnowledgeAccess, source: ConnectedSource): Promise<void> {
  const access = source.access && { ...source.access, ownerId: source.ownerId };
  for (const { itemId } of await itemsOf(services, source))
    await services.knowledge.writer.setItemAccess({ itemId, access });
}

/** The items first: one that is cut off can be repeated. */
export async function removeSource(
  services: KnowledgeAccess & Jobs & Connections,
  source: ConnectedSource,
  options: { keepsItems: boolean },
): Promise<void> {
  await pauseSource(services, source);
  if (!options.keepsItems)
    for (const { itemId } of await itemsOf(services, source))
      await services.knowledge.writer.removeItem({ itemId });
  await services.connectedSources.remove(source.id);
}

function itemsOf(services: KnowledgeAccess, source: ConnectedSource): Promise<StoredItemState[]> {
  const { id, knowledgeBaseId } = source;
  return services.knowledge.writer.listItemStates({ knowledgeBaseId, externalIdPrefix: sourcePrefix(id) });
}
