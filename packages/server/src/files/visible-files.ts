import type { StoredFile } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { Services } from '../services.js';

/** One's own files, and those of projects one sees. Another's is not found. */
export async function visibleFile(
  services: Pick<Services, 'files' | 'projects'>,
  principal: Principal,
  fileId: string,
): Promise<StoredFile> {
  const file = await services.files.get(fileId);
  const visible =
    file !== null &&
    (file.ownerId === principal.user.id || (await services.projects.sharesFile(principal.viewer, fileId)));
  if (!visible) throw new NotFound('There is no such file.', 'file_not_found');
  return file;
}

export function visibleFiles(
  services: Pick<Services, 'files' | 'projects'>,
  principal: Principal,
  fileIds: readonly string[],
): Promise<StoredFile[]> {
  return Promise.all(fileIds.map((fileId) => visibleFile(services, principal, fileId)));
}
