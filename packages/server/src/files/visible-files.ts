import type { StoredFile } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { Services } from '../services.js';
import { hiddenFiles } from './hidden-files.js';

/** The user's own files and those of projects they may see. Others are not found, nor files made from hidden items. */
export function visibleFile(
  services: Pick<Services, 'files' | 'projects' | 'database'>,
  principal: Principal,
  fileId: string,
): Promise<StoredFile> {
  return fileFor(services, principal, fileId, () => Promise.resolve(false));
}

/** For reading: also files attached to a shared conversation. Sharing it includes its attachments. */
export function readableFile(
  services: Pick<Services, 'files' | 'projects' | 'conversations' | 'database'>,
  principal: Principal,
  fileId: string,
): Promise<StoredFile> {
  return fileFor(services, principal, fileId, () =>
    services.conversations.sharesFile(principal.viewer, fileId),
  );
}

export function visibleFiles(
  services: Pick<Services, 'files' | 'projects' | 'database'>,
  principal: Principal,
  fileIds: readonly string[],
): Promise<StoredFile[]> {
  return Promise.all(fileIds.map((fileId) => visibleFile(services, principal, fileId)));
}

/** `isShared` is checked last, because it searches conversations. */
async function fileFor(
  services: Pick<Services, 'files' | 'projects' | 'database'>,
  { user, viewer }: Principal,
  fileId: string,
  isShared: () => Promise<boolean>,
): Promise<StoredFile> {
  const file = await services.files.get(fileId);
  const isVisible =
    file !== null &&
    (file.ownerId === user.id ||
      (await services.projects.sharesFile(viewer, fileId)) ||
      (await isShared())) &&
    (await hiddenFiles(services, viewer, [file])).size === 0;
  if (!isVisible) throw new NotFound('There is no such file.', 'file_not_found');
  return file;
}
