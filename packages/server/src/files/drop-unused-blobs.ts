import { itemHasContent, unfinishedJobNeeds } from '@ibid/store/internal';
import type { Services } from '../services.js';

/**
 * Bytes that were put before a moment and that no file, no item and no job to be done has. Never right after a job: the same
 * content may just have come in a second time, and its job is not stored yet.
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
