import { basename } from 'node:path';
import type { AttachedFile } from '@ibid/core/internal';
import type { Principal } from '../auth/principal.js';
import type { Files, KnowledgeAccess, Models, Observability } from '../services.js';
import { conversationBaseId } from '../turns/choose-knowledge.js';
import { ingestInto } from './ingest-jobs.js';

/** How long a turn waits until its files are searchable. Files not ready by then are available in the next turn. */
const PATIENCE_MILLISECONDS = 20_000;

/** CTX-4: files too large for the window are searched instead, in a knowledge base of the conversation. */
export async function indexLargeFiles(
  services: Observability & Files & KnowledgeAccess & Models,
  principal: Principal,
  options: { conversationId: string; files: readonly AttachedFile[] },
): Promise<void> {
  const large = options.files.filter((file) => file.state === 'too_large' && file.itemId === undefined);
  if (large.length === 0) return;
  const work = indexAll(services, principal, options.conversationId, large).catch((error: unknown) =>
    services.log.warn({ err: error }, 'a large file could not be indexed'),
  );
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS).unref())]);
}

async function indexAll(
  services: Files & KnowledgeAccess & Models,
  principal: Principal,
  conversationId: string,
  files: readonly AttachedFile[],
): Promise<void> {
  const id = conversationBaseId(conversationId);
  const { bases } = services.knowledge;
  const known = (await bases.list(principal.viewer)).some((base) => base.id === id);
  if (!known)
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
  const stored = await services.files.getMany(files.map((file) => file.fileId));
  // Existing content is recognised by its hash and costs nothing.
  const sources = stored.map((file) => ({
    name: basename(file.name),
    content: { path: services.blobs.path(file.blobHash) },
    externalId: `file:${file.blobHash}`,
    mediaType: file.mediaType,
  }));
  await ingestInto(services, id, sources, { owner: principal.user.id });
}
