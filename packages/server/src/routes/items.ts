import { createRoute, z } from '@hono/zod-openapi';
import { correctionsOf } from '@ibid/retrieval/internal';
import type { Item, SearchHit } from '@ibid/retrieval/internal';
import {
  ChunkSchema,
  ChunksQuerySchema,
  FileSchema,
  IdParamSchema,
  ItemSchema,
  ItemTextSchema,
  SearchAnswerSchema,
  SearchSchema,
  TextQuerySchema,
} from '../api/schemas/index.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import { attachPickedItem } from '../files/attach-picked-item.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems, tooLarge } from '../http/route-parts.js';
import type { Files, KnowledgeAccess, Models } from '../services.js';
import { fileView } from './conversation-view.js';
import { ownBase } from './knowledge-bases.js';
import { keptRevision } from './item-changes.js';
import { itemView } from './knowledge-view.js';
import { toSearchRequest } from './search-request.js';

const MOST_CHARACTERS = 400_000;
const MOST_CHUNKS = 500;

export async function visibleItem(
  services: KnowledgeAccess,
  principal: Principal,
  id: string,
): Promise<Item> {
  const item = await services.knowledge.reader.getItem(principal.viewer, id);
  if (!item) throw new NotFound('There is no such item.');
  return item;
}

export function registerItemRoutes(api: Api, services: Files & KnowledgeAccess & Models): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/search',
      tags: ['Search'],
      summary: 'Search what you may see; best first, with the reason for each rank',
      request: { body: jsonBody(SearchSchema) },
      responses: { 200: jsonAnswer(SearchAnswerSchema, 'Hits'), ...problems },
    }),
    async (context) => {
      const { viewer } = principalOf(context);
      const asked = context.req.valid('json');
      await requireKnowledge(services, viewer, asked.knowledgeBaseIds ?? []);
      const hits = await services.knowledge.reader.search({ viewer, ...toSearchRequest(asked) });
      return context.json({ rows: hits.map(hitView), corrections: correctionsOf(hits) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}',
      tags: ['Items'],
      summary: 'One item',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ItemSchema, 'The item'), ...problems },
    }),
    async (context) => {
      const item = await visibleItem(services, principalOf(context), context.req.valid('param').id);
      return context.json(itemView(item), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/text',
      tags: ['Items'],
      summary: 'The stored text of an item, or a range of its characters',
      request: { params: IdParamSchema, query: TextQuerySchema },
      responses: { 200: jsonAnswer(ItemTextSchema, 'The text'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      const query = context.req.valid('query');
      const kept = query.chunk
        ? await keptRevision(services, { viewer: principal.viewer, itemId: item.id, chunkId: query.chunk })
        : null;
      const characters = kept?.text.length ?? item.characters;
      const start = Math.min(query.start ?? 0, characters);
      const end = Math.min(query.end ?? characters, characters, start + MOST_CHARACTERS);
      const range = { start, end: Math.max(start, end) };
      const text = kept
        ? kept.text.slice(range.start, range.end)
        : await services.knowledge.reader.readItemText(principal.viewer, item.id, range);
      return context.json({ text: text ?? '', ...range, characters }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/chunks',
      tags: ['Items'],
      summary: 'Chunks of an item by position',
      request: { params: IdParamSchema, query: ChunksQuerySchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(ChunkSchema) }), 'Chunks'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      const { from, to } = context.req.valid('query');
      const last = Math.min(to ?? from + MOST_CHUNKS - 1, from + MOST_CHUNKS - 1);
      const rows = await services.knowledge.reader.readChunks(principal.viewer, item.id, { from, to: last });
      return context.json({ rows }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/items/{id}/attachment',
      tags: ['Items'],
      summary: 'Make a file from an item, to attach it to a message; refused if the item is too large',
      request: { params: IdParamSchema },
      responses: { 201: jsonAnswer(FileSchema, 'The file, counted'), ...problems, ...tooLarge },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      return context.json(fileView(await attachPickedItem(services, principal, item)), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/items/{id}',
      tags: ['Items'],
      summary: 'Delete an item',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      await ownBase(services, principal, item.knowledgeBaseId);
      await services.knowledge.writer.removeItem({ itemId: item.id });
      return context.body(null, 204);
    },
  );
}

function hitView(hit: SearchHit) {
  const { metadata, ...shown } = hit;
  return { ...shown, metadata: metadata as Record<string, unknown> };
}
