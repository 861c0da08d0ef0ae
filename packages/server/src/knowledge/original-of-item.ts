import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Item } from '@ibid/retrieval/internal';
import type { Services } from '../services.js';

/**
 * The bytes that an item was read from, as uploaded or from its folder. Only bytes with the item's hash are returned,
 * so never a file that has changed since, or another one at its path.
 */
export async function originalOfItem(
  services: Pick<Services, 'blobs'>,
  item: Item,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const hash = item.contentHash.replace(/^sha256:/u, '');
  if (!/^[0-9a-f]{64}$/u.test(hash)) return null;
  const bytes = (await services.blobs.read(hash).catch(() => null)) ?? (await fromFolder(item));
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash) return null;
  return new Uint8Array(bytes);
}

async function fromFolder({ externalId }: Item): Promise<Buffer | null> {
  if (!externalId?.startsWith('file:')) return null;
  try {
    return await readFile(fileURLToPath(externalId));
  } catch {
    return null;
  }
}
