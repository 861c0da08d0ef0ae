import { open, readFile, stat } from 'node:fs/promises';
import { countTokensInSlices, decideFileState } from '@ibid/core/internal';
import { ParseError } from '@ibid/retrieval';
import type { StoredFile } from '@ibid/store/internal';
import type { Services } from '../services.js';
import { imageSize } from './image-size.js';

type CountServices = Pick<Services, 'files' | 'blobs' | 'models' | 'preparePool' | 'log'>;

/** What one conversation may store by default; more could not be paged either. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;
/** Enough for the header of any image format with its dimensions. */
const IMAGE_HEAD_BYTES = 512 * 1024;

/** CTX-4, second phase: the bytes are stored; their type is detected from the content, not the name. */
async function countFile(services: CountServices, file: StoredFile): Promise<void> {
  const before = await services.files.findCounted(file);
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
  const { state, tokens, reason } =
    read.text === null && read.isTooLong === true
      ? { state: 'too_large' as const, tokens: null, reason: read.reason }
      : decideFileState({
          text: read.text,
          model: profile,
          // In slices: counting megabytes of text at once would hold up every stream.
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
): Promise<{ text: string | null; mediaType?: string; reason?: string; isTooLong?: boolean }> {
  try {
    const prepared = await services.preparePool.prepare({
      name: file.name,
      content: { path: services.blobs.path(file.blobHash) },
      owner: file.ownerId,
    });
    if (prepared.kind === 'known') return { text: null };
    return { text: prepared.document.text, mediaType: prepared.document.mediaType };
  } catch (error) {
    const reason = (error as Error).message;
    if (!(error instanceof ParseError && error.code === 'too_large')) return { text: null, reason };
    // Too long to parse; but plain text can be paged without a parser.
    return { text: await plainText(services.blobs.path(file.blobHash)), reason, isTooLong: true };
  }
}

/** The text of a plain text file; null for any other. */
async function plainText(path: string): Promise<string | null> {
  if ((await stat(path)).size > MOST_TEXT_BYTES || (await head(path)).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch {
    return null;
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

/** Starts the second phase. Clients poll the file's state. */
export function countInBackground(services: CountServices, file: StoredFile): void {
  countFile(services, file).catch((error: unknown) =>
    services.log.error({ err: error, fileId: file.id }, 'a file could not be counted'),
  );
}
