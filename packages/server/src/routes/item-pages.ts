import { createRoute } from '@hono/zod-openapi';
import { ParseError } from '@ibid/retrieval';
import { unpackOcrPage } from '@ibid/retrieval/internal';
import { ItemPageParamSchema, PageWordsSchema, RevisionQuerySchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { Unprocessable } from '../errors/index.js';
import { fileAnswer, jsonAnswer, problems, unprocessable } from '../http/route-parts.js';
import type { Files, KnowledgeAccess } from '../services.js';
import { download } from './files.js';
import { keptRevision } from './item-changes.js';
import { visibleOriginal } from './item-original.js';
import { visibleItem } from './items.js';

export function registerItemPageRoutes(api: Api, services: Files & KnowledgeAccess): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/pages/{page}/words',
      tags: ['Items'],
      summary:
        'The words of a page that was read from its picture, and where they stand; none where it was not',
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
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/pages/{page}/picture',
      tags: ['Items'],
      summary: 'A page of a picture as PNG, for kinds that browsers do not show, such as TIFF',
      request: { params: ItemPageParamSchema, query: RevisionQuerySchema },
      responses: { ...fileAnswer('image/png'), ...problems, ...unprocessable },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id, page } = context.req.valid('param');
      const { chunk } = context.req.valid('query');
      const { item, bytes } = await visibleOriginal(services, { principal, id, chunk });
      const png = await services.preparePool
        .draw({
          name: item.name,
          content: { bytes },
          page,
          owner: principal.viewer.userId,
          signal: context.req.raw.signal,
        })
        .catch((error: unknown) => {
          if (error instanceof ParseError) throw new Unprocessable(error.message, 'picture_not_shown');
          throw error;
        });
      return download(png, { name: `${item.name}-${page}.png`, mediaType: 'image/png', bytes: png.length });
    },
  );
}
