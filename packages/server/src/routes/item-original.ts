import { createRoute } from '@hono/zod-openapi';
import { IdParamSchema, RevisionQuerySchema } from '../api/schemas/index.js';
import type { Item } from '@ibid/retrieval/internal';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { ANY_TYPE, fileAnswer, problems } from '../http/route-parts.js';
import { originalOfItem } from '../knowledge/original-of-item.js';
import type { Files, KnowledgeAccess } from '../services.js';
import { download } from './files.js';
import { keptRevision } from './item-changes.js';
import { visibleItem } from './items.js';

export function registerItemOriginalRoute(api: Api, services: Files & KnowledgeAccess): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/original',
      tags: ['Items'],
      summary: 'The bytes an item was read from, e.g. the PDF',
      request: { params: IdParamSchema, query: RevisionQuerySchema },
      responses: {
        ...fileAnswer(ANY_TYPE),
        ...problems,
      },
    }),
    async (context) => {
      const { item, bytes } = await visibleOriginal(services, {
        principal: principalOf(context),
        id: context.req.valid('param').id,
        chunk: context.req.valid('query').chunk,
      });
      return download(bytes, { name: item.name, mediaType: item.mediaType, bytes: bytes.byteLength });
    },
  );
}

/** KB-11: with a chunk given, the bytes it was read from. */
export async function visibleOriginal(
  services: Files & KnowledgeAccess,
  asked: { principal: Principal; id: string; chunk?: string | undefined },
): Promise<{ item: Item; bytes: Uint8Array<ArrayBuffer> }> {
  const { principal, id, chunk } = asked;
  const item = await visibleItem(services, principal, id);
  const kept = chunk
    ? await keptRevision(services, { viewer: principal.viewer, itemId: item.id, chunkId: chunk })
    : item;
  const bytes = await originalOfItem(services, { ...item, contentHash: kept.contentHash });
  if (!bytes)
    throw new NotFound(
      'The original of this item is not kept, or the file has changed since it was read.',
      'original_not_kept',
    );
  return { item, bytes };
}
