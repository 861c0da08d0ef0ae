import { open } from 'node:fs/promises';
import { countTokensInSlices, decideFileState } from '@ibid/core';
import type { StoredFile } from '@ibid/store';
import type { Services } from '../services.js';
import { imageSize } from './image-size.js';

type CountServices = Pick<Services, 'files' | 'blobs' | 'models' | 'preparePool' | 'log'>;

/** Enough for every header that holds an image's size. */
const IMAGE_HEAD_BYTES = 512 * 1024;

/** CTX-4, the second phase: the bytes are safe; what they hold is found out by their content, not by their name. */
async function countFile(services: CountServices, file: StoredFile): Promise<void> {
  const before = await services.files.findCounted(file.blobHash);
  if (before) {
    const { state, reason, tokens, characters, mediaType, width, height } = before;
    const counted = { state, reason, tokens, characters, mediaType, width, height };
    return services.files.finish(file.id, counted, null);
  }
  const image = imageSize(await head(services.blobs.path(file.blobHash)));
  if (image) {
    const counted = { state: 'counted' as const, reason: null, tokens: null, characters: null, ...image };
    return services.files.finish(file.id, counted, null);
  }
  const { profile } = await services.models.resolve(await services.models.chosen('chat'));
  const read = await readText(services, file);
  const { state, tokens, reason } = decideFileState({
    text: read.text,
    model: profile,
    // Counted at once, a text of megabytes would hold up every stream.
    ...(read.text !== null && { tokens: await countTokensInSlices(read.text, profile.tokenizer) }),
    ...(read.reason === undefined ? {} : { reason: read.reason }),
  });
  return services.files.finish(
    file.id,
    {
      state,
      tokens,
      reason: reason ?? null,
      characters: read.text?.length ?? null,
      mediaType: read.mediaType ?? file.mediaType,
      width: null,
      height: null,
    },
    read.text,
  );
}

async function readText(
  services: CountServices,
  file: StoredFile,
): Promise<{ text: string | null; mediaType?: string; reason?: string }> {
  try {
    const prepared = await services.preparePool.prepare({
      name: file.name,
      content: { path: services.blobs.path(file.blobHash) },
      owner: file.ownerId,
    });
    if (prepared.kind === 'known') return { text: null };
    return { text: prepared.document.text, mediaType: prepared.document.mediaType };
  } catch (error) {
    return { text: null, reason: (error as Error).message };
  }
}

async function head(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(IMAGE_HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Starts the second phase; whoever waits for it asks for the file's state. */
export function countInBackground(services: CountServices, file: StoredFile): void {
  countFile(services, file).catch((error: unknown) =>
    services.log.error({ err: error, fileId: file.id }, 'a file could not be counted'),
  );
}
