import type { AttachedFile, AttachedImage } from '@ibid/core/internal';
import type { StoredFile } from '@ibid/store/internal';
import type { Services } from '../services.js';

const IMAGE = /^image\/(?:png|jpeg|gif|webp)$/u;

function isImage(file: Pick<StoredFile, 'mediaType' | 'width'>): boolean {
  return IMAGE.test(file.mediaType) && file.width !== null;
}

/** Files of a message in the engine's form, in the order in which they were attached. */
export async function loadAttachments(
  services: Pick<Services, 'files' | 'blobs'>,
  fileIds: readonly string[],
  descriptors: Readonly<Record<string, string>>,
): Promise<{ files: AttachedFile[]; images: AttachedImage[] }> {
  const stored = await services.files.getMany(fileIds);
  const files: AttachedFile[] = [];
  const images: AttachedImage[] = [];
  for (const file of stored) {
    if (isImage(file)) {
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
