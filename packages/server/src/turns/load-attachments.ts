import type { AttachedFile, AttachedImage } from '@ibid/core/internal';
import type { StoredFile } from '@ibid/store/internal';
import type { Viewer } from '@ibid/retrieval';
import { hiddenFiles } from '../files/hidden-files.js';
import type { Services } from '../services.js';
import { WITHHELD } from '../sharing/withheld.js';

const IMAGE = /^image\/(?:png|jpeg|gif|webp)$/u;

function isImage(file: Pick<StoredFile, 'mediaType' | 'width'>): boolean {
  return IMAGE.test(file.mediaType) && file.width !== null;
}

/** The files of a message in the engine's format, in the order attached, as far as the viewer may see them. */
export async function loadAttachments(
  services: Pick<Services, 'files' | 'blobs' | 'database'>,
  viewer: Viewer,
  fileIds: readonly string[],
  descriptors: Readonly<Record<string, string>>,
): Promise<{ files: AttachedFile[]; images: AttachedImage[] }> {
  const stored = await services.files.getMany(fileIds);
  const hidden = await hiddenFiles(services, viewer, stored);
  const files: AttachedFile[] = [];
  const images: AttachedImage[] = [];
  for (const file of stored) {
    if (hidden.has(file.id)) files.push(withheldFile(file));
    else if (isImage(file)) {
      images.push({
        fileId: file.id,
        name: file.name,
        mediaType: file.mediaType,
        width: file.width ?? 0,
        height: file.height ?? 0,
        data: await services.blobs.read(file.blobHash),
      });
    } else files.push(await toAttachedFile(services, file, descriptors[file.id] ?? null));
  }
  return { files, images };
}

/** Keeps its position and number, but no content. */
function withheldFile({ id, itemId }: StoredFile): AttachedFile {
  return {
    fileId: id,
    name: WITHHELD,
    mediaType: 'text/plain',
    state: 'unreadable',
    text: null,
    tokens: null,
    descriptor: null,
    reason: WITHHELD,
    ...(itemId === null ? {} : { itemId }),
  };
}

export async function toAttachedFile(
  services: Pick<Services, 'files'>,
  file: StoredFile,
  descriptor: string | null,
): Promise<AttachedFile> {
  const text = file.state === 'counted' ? await services.files.text(file.blobHash) : null;
  return {
    fileId: file.id,
    name: file.name,
    mediaType: file.mediaType,
    state: file.state,
    text,
    tokens: file.tokens,
    descriptor,
    ...(file.reason === null ? {} : { reason: file.reason }),
    ...(file.itemId === null ? {} : { itemId: file.itemId }),
  };
}
