import type { SourceMemory } from '@ibid/retrieval/internal';
import type { ConnectedItemRepository } from './connected-item-repository.js';
import type { ConnectedLogRepository } from './connected-log-repository.js';
import type { ConnectedSourceRepository } from './connected-source-repository.js';

/** The stored sync state of one source. */
export function connectedMemory(
  sourceId: string,
  repositories: {
    connectedSources: ConnectedSourceRepository;
    connectedItems: ConnectedItemRepository;
    connectedLog: ConnectedLogRepository;
  },
): SourceMemory {
  const { connectedSources: sources, connectedItems: items, connectedLog: log } = repositories;
  return {
    get: (id) => items.get(sourceId, id),
    put: (item) => items.put(sourceId, item),
    seen: (id, run) => items.seen(sourceId, id, run),
    notSeen: (run) => items.notSeen(sourceId, run),
    remove: (id) => items.remove(sourceId, id),
    checkpoint: (checkpoint) => sources.change(sourceId, { checkpoint }),
    note: (level, text) => log.add(sourceId, level, text),
  };
}
