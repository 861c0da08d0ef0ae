import { createRoute } from '@hono/zod-openapi';
import { IdParamSchema, RevisionQuerySchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { bytesAnswer, problems } from '../http/route-parts.js';
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
        ...bytesAnswer,
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      const { chunk } = context.req.valid('query');
      const kept = chunk
        ? await keptRevision(services, { viewer: principal.viewer, itemId: item.id, chunkId: chunk })
        : item;
      const bytes = await originalOfItem(services, { ...item, contentHash: kept.contentHash });
      if (!bytes)
        throw new NotFound(
          'The original of this item is not kept, or the file has changed since it was read.',
          'original_not_kept',
        );
      return download(bytes, { name: item.name, mediaType: item.mediaType, bytes: bytes.byteLength });
    },
  );
}
