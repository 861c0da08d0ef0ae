import { basename } from 'node:path';
import type { AttachedFile } from '@ibid/core/internal';
import type { Principal } from '../auth/principal.js';
import type { Files, KnowledgeAccess, Models, Observability } from '../services.js';
import { conversationBaseId } from '../turns/choose-knowledge.js';
import { FilesBeingRead } from './files-being-read.js';
import { ingestInto } from './ingest-jobs.js';

/**
 * CTX-4: files too large for the window are searched instead, in a knowledge base of the conversation. Returns once that
 * base exists; null if no file is too large. A turn does not wait for the rest: its searches do.
 */
export async function indexLargeFiles(
  services: Observability & Files & KnowledgeAccess & Models,
  principal: Principal,
  options: { conversationId: string; files: readonly AttachedFile[] },
): Promise<FilesBeingRead | null> {
  const large = options.files.filter((file) => file.state === 'too_large' && file.itemId === undefined);
  if (large.length === 0) return null;
  const id = conversationBaseId(options.conversationId);
  await makeBase(services, principal, id);
  const names = large.map(({ name }) => basename(name));
  return new FilesBeingRead(names, async (onProgress) => {
    try {
      const stored = await services.files.getMany(large.map((file) => file.fileId));
      // Existing content is recognised by its hash and costs nothing.
      const sources = stored.map((file) => ({
        name: basename(file.name),
        content: { path: services.blobs.path(file.blobHash) },
        externalId: `file:${file.blobHash}`,
        mediaType: file.mediaType,
      }));
      await ingestInto(services, id, sources, { owner: principal.user.id, onProgress });
    } catch (error) {
      services.log.warn({ err: error }, 'a large file could not be indexed');
    }
  });
}

async function makeBase(services: KnowledgeAccess, principal: Principal, id: string): Promise<void> {
  const { bases } = services.knowledge;
  if ((await bases.list(principal.viewer)).some((base) => base.id === id)) return;
  await bases.create({
    id,
    name: 'Files of this conversation',
    kind: 'conversation',
    access: {
      ownerId: principal.user.id,
      visibility: 'private',
      sharedWithUsers: [],
      sharedWithRoles: [],
    },
  });
}
