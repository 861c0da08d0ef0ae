import { ConnectorError } from '@ibid/retrieval/internal';
import type { ConnectedSource } from '@ibid/store/internal';
import { LOCAL_USER_ID } from '../auth/principal.js';
import { budgetOf } from '../budgets/budget.js';
import type { Services } from '../services.js';

type Needed = Pick<Services, 'settings' | 'quotas' | 'users' | 'blobs'>;

/**
 * Stores the originals that a run reads, within the quota of the knowledge base's owner (ORG-5). Usage is looked up
 * once per run, so the old bytes of a changed document count until the next run.
 */
export async function originalsOf(
  services: Needed,
  { ownerId }: Pick<ConnectedSource, 'ownerId'>,
): Promise<(bytes: Uint8Array) => Promise<{ path: string }>> {
  const role = ownerId === LOCAL_USER_ID ? 'administrator' : (await services.users.get(ownerId))?.role;
  const { storageBytes: limit } = await budgetOf(services, { id: ownerId, role: role ?? 'member' });
  let kept = limit === null ? 0 : await services.quotas.used(ownerId, 'storage');
  return async (bytes) => {
    kept += bytes.byteLength;
    // Nothing is deleted to make room; it is retried later.
    if (limit !== null && kept > limit)
      throw new ConnectorError(
        'away',
        'The storage of the owner of this knowledge base is full. Delete what is no longer needed, or raise the limit.',
      );
    const content = async function* () {
      yield bytes;
    };
    const put = await services.blobs.put(content(), { maximumBytes: bytes.byteLength });
    await services.quotas.noteSizes([put]);
    return { path: services.blobs.path(put.hash) };
  };
}
