import { hiddenItems } from '@ibid/store/internal';
import type { StoredFile } from '@ibid/store/internal';
import type { Viewer } from '@ibid/retrieval';
import type { Services } from '../services.js';

/**
 * KB-5: files made from items that the viewer may not currently see. Such a file contains the text of its item, so
 * losing access to the item means losing the file.
 */
export async function hiddenFiles(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer,
  files: readonly Pick<StoredFile, 'id' | 'itemId'>[],
): Promise<Set<string>> {
  const itemIds = files.flatMap(({ itemId }) => itemId ?? []);
  if (itemIds.length === 0) return new Set();
  const hidden = await hiddenItems({ db: database.db, viewer, itemIds });
  return new Set(files.flatMap(({ id, itemId }) => (itemId !== null && hidden.has(itemId) ? id : [])));
}
