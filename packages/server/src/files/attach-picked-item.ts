import { attachItem, fileRoom, ItemTooLarge } from '@ibid/core/internal';
import type { RetrievedChunk } from '@ibid/core';
import type { Item } from '@ibid/retrieval/internal';
import type { StoredFile } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { TooLarge } from '../errors/index.js';
import type { Services } from '../services.js';

/** Chunks read at once. */
const BATCH = 500;
/** An item this many times over the limit is refused by its stored size, before reading it. */
const SURELY_TOO_LARGE = 4;

type AttachServices = Pick<Services, 'files' | 'blobs' | 'models' | 'knowledge'>;

/**
 * CTX-4: makes a file from an item that the user picked, with its text assembled from the chunks they may read. The
 * file belongs to the user and is counted at once. Messages attach it like any other, and it is cited under the item's
 * number.
 */
export async function attachPickedItem(
  services: AttachServices,
  principal: Principal,
  item: Item,
): Promise<StoredFile> {
  const { profile } = await services.models.resolve(await services.models.chosen('chat'));
  try {
    const room = fileRoom(profile);
    const { id: itemId, title } = item;
    if (item.tokens > room * SURELY_TOO_LARGE)
      throw new ItemTooLarge({ itemId, title, tokens: item.tokens, room });
    const attached = attachItem({
      itemId,
      title,
      chunks: await readAll(services, principal, item),
      descriptor: null,
      model: profile,
    });
    const text = attached.text ?? '';
    const blob = await services.blobs.put(once(Buffer.from(text, 'utf8')), { maximumBytes: Infinity });
    const file = await services.files.create({
      ownerId: principal.user.id,
      name: title,
      mediaType: attached.mediaType,
      bytes: blob.bytes,
      blobHash: blob.hash,
      itemId,
    });
    const counted = {
      state: attached.state,
      tokens: attached.tokens,
      reason: attached.reason ?? null,
      characters: text.length,
      mediaType: attached.mediaType,
      width: null,
      height: null,
    };
    await services.files.finish(file.id, counted, text);
    return { ...file, ...counted };
  } catch (error) {
    if (error instanceof ItemTooLarge) throw new TooLarge(error.message, 'item_too_large');
    throw error;
  }
}

async function readAll(
  services: AttachServices,
  principal: Principal,
  item: Item,
): Promise<RetrievedChunk[]> {
  const chunks: RetrievedChunk[] = [];
  for (let from = 0; from < item.chunks; from += BATCH) {
    const range = { from, to: from + BATCH - 1 };
    for (const chunk of await services.knowledge.reader.readChunks(principal.viewer, item.id, range)) {
      const { id: chunkId, text, span, ordinal } = chunk;
      chunks.push({ itemId: item.id, chunkId, title: item.title, text, score: null, span, ordinal });
    }
  }
  return chunks;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
