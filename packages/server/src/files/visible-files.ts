import type { StoredFile } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { Services } from '../services.js';
import { hiddenFiles } from './hidden-files.js';

/** One's own files, and those of projects one sees. Another's is not found, nor one made from an item that is out of sight. */
export async function visibleFile(
  services: Pick<Services, 'files' | 'projects' | 'database'>,
  principal: Principal,
  fileId: string,
): Promise<StoredFile> {
  const file = await services.files.get(fileId);
  const visible =
    file !== null &&
    (file.ownerId === principal.user.id || (await services.projects.sharesFile(principal.viewer, fileId)));
  if (!visible) throw notFound();
  return requireSeen(services, principal, file);
}

/** To read: also those attached to a conversation that is shared. It shares what was said, and with what. */
export async function readableFile(
  services: Pick<Services, 'files' | 'projects' | 'conversations' | 'database'>,
  principal: Principal,
  fileId: string,
): Promise<StoredFile> {
  const file = await services.files.get(fileId);
  if (!file || !(await services.conversations.sharesFile(principal.viewer, fileId)))
    return visibleFile(services, principal, fileId);
  return requireSeen(services, principal, file);
}

async function requireSeen(
  services: Pick<Services, 'database'>,
  { viewer }: Principal,
  file: StoredFile,
): Promise<StoredFile> {
  if ((await hiddenFiles(services, viewer, [file])).size > 0) throw notFound();
  return file;
}

const notFound = () => new NotFound('There is no such file.', 'file_not_found');

export function visibleFiles(
  services: Pick<Services, 'files' | 'projects' | 'database'>,
  principal: Principal,
  fileIds: readonly string[],
): Promise<StoredFile[]> {
  return Promise.all(fileIds.map((fileId) => visibleFile(services, principal, fileId)));
}
