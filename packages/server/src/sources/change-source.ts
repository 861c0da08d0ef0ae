import { sourcePrefix } from '@ibid/retrieval/internal';
import type { StoredItemState } from '@ibid/retrieval/internal';
import type { ConnectedSource } from '@ibid/store/internal';
import type { Connections, Jobs, KnowledgeAccess } from '../services.js';

/** Stops a running job, keeps what it has added, and starts nothing until the source is resumed. */
export async function pauseSource(services: Jobs & Connections, source: ConnectedSource): Promise<void> {
  await services.connectedSources.change(source.id, { isPaused: true });
  if (source.jobId !== null) await services.jobRunner.cancel(source.jobId);
  await services.connectedLog.add(source.id, 'info', 'Paused.');
}

/** Applies revoked access to existing items before the request is answered. */
export async function applyAccess(services: KnowledgeAccess, source: ConnectedSource): Promise<void> {
  const access = source.access && { ...source.access, ownerId: source.ownerId };
  for (const { itemId } of await itemsOf(services, source))
    await services.knowledge.writer.setItemAccess({ itemId, access });
}

/** Items first, so an interrupted removal can be repeated. */
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
