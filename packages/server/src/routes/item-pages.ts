import { createRoute } from '@hono/zod-openapi';
import { unpackOcrPage } from '@ibid/retrieval/internal';
import { ItemPageParamSchema, PageWordsSchema, RevisionQuerySchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import type { KnowledgeAccess } from '../services.js';
import { keptRevision } from './item-changes.js';
import { visibleItem } from './items.js';

export function registerItemPageRoute(api: Api, services: KnowledgeAccess): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/pages/{page}/words',
      tags: ['Items'],
      summary:
        'The words of a page that was read from its picture, and where they stand; none where it was not (KB-9)',
      request: { params: ItemPageParamSchema, query: RevisionQuerySchema },
      responses: { 200: jsonAnswer(PageWordsSchema, 'The words, in reading order'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id, page } = context.req.valid('param');
      const item = await visibleItem(services, principal, id);
      const { chunk } = context.req.valid('query');
      const { contentHash } = chunk
        ? await keptRevision(services, { viewer: principal.viewer, itemId: item.id, chunkId: chunk })
        : item;
      const packed = await services.knowledge.writer.ocrPages.findPage(contentHash, page);
      const { languages, paragraphs } = packed ? unpackOcrPage(packed) : { languages: '', paragraphs: [] };
      return context.json({ languages, words: paragraphs.flat(2) }, 200);
    },
  );
}
