import { itemHasContent, unfinishedJobNeeds } from '@ibid/store/internal';
import type { Services } from '../services.js';

/**
 * Deletes blobs put before a moment that no file, item or unfinished job uses. Never right after a job: the same
 * content may just have arrived again, with its job not stored yet.
 */
export async function dropUnusedBlobs(
  services: Pick<Services, 'blobs' | 'files' | 'database'>,
  putBefore: number,
): Promise<number> {
  let dropped = 0;
  for await (const hash of services.blobs.putBefore(putBefore)) {
    if (await services.files.hasBlob(hash)) continue;
    if (await itemHasContent(services.database.db, hash)) continue;
    if (await unfinishedJobNeeds(services.database.db, hash)) continue;
    if (await services.blobs.deletePutBefore(hash, putBefore)) dropped += 1;
  }
  return dropped;
}
