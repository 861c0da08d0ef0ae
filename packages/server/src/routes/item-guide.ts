import { createRoute, z } from '@hono/zod-openapi';
import type { Viewer } from '@ibid/retrieval';
import { IdParamSchema, orNull } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import { itemGuide } from '../knowledge/item-guide.js';
import { summariseItem } from '../knowledge/summarise-item.js';
import type { Conversations, ModelWork, Storage } from '../services.js';
import { withholdingFor } from '../sharing/withholding.js';
import { assistantContentOf } from '../turns/message-content.js';
import { visibleItem } from './items.js';

const tags = ['Items'];
const READ_CHARACTERS = 400_000;
const MOST_CHUNKS = 500;
const MOST_CONVERSATIONS = 20;

const GuideSchema = z
  .object({
    outline: z.array(
      z.object({
        title: z.string(),
        level: z.number().int(),
        start: z.number().int(),
        page: z.number().int().nullable(),
      }),
    ),
    topics: z.array(z.string()),
    figures: z.array(z.object({ value: z.string(), sentence: z.string(), start: z.number().int() })),
  })
  .openapi('ItemGuide');

const SummarySchema = z
  .object({ summary: z.string(), questions: z.array(z.string()), modelId: z.string() })
  .openapi('ItemSummary');

const CitedFromSchema = z
  .object({
    rows: z.array(
      z.object({
        conversationId: z.string(),
        title: z.string(),
        messageId: z.string(),
        passage: z.string(),
        page: z.number().int().nullable(),
        span: z.object({ start: z.number(), end: z.number() }).nullable(),
        verdict: z.string().nullable(),
      }),
    ),
  })
  .openapi('CitedFrom');

/** WEB-10: what a document's home page shows besides the document. */
export function registerItemGuideRoutes(api: Api, services: ModelWork & Storage & Conversations): void {
  const { reader } = services.knowledge;

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/guide',
      tags,
      summary: 'Outline, topics and key figures of an item, made without a model',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(GuideSchema, 'The guide'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      const text = await textOf(principal.viewer, item.id);
      const chunks = await reader.readChunks(principal.viewer, item.id, { from: 0, to: MOST_CHUNKS - 1 });
      return context.json(await itemGuide({ title: item.title, text, chunks }), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/items/{id}/summary',
      tags,
      summary:
        'Summary of an item and questions that it answers, by the model for small tasks; null where that is no language model',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(orNull(SummarySchema), 'The summary'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      const text = await textOf(principal.viewer, item.id);
      return context.json(await summariseItem({ services, principal, item, text }), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/items/{id}/citations',
      tags,
      summary: 'What your newest conversations cite from an item',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(CitedFromSchema, 'Cited passages'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const item = await visibleItem(services, principal, context.req.valid('param').id);
      return context.json({ rows: await citedFrom(services, principal.viewer, item.id) }, 200);
    },
  );

  async function textOf(viewer: Viewer, itemId: string): Promise<string> {
    return (await reader.readItemText(viewer, itemId, { start: 0, end: READ_CHARACTERS })) ?? '';
  }
}

async function citedFrom(services: Storage & Conversations, viewer: Viewer, itemId: string) {
  const rows = [];
  for (const id of await services.sources.conversationsWith(viewer, itemId, MOST_CONVERSATIONS)) {
    const conversation = await services.conversations.get(viewer, id);
    if (!conversation || (await withholdingFor(services, viewer, conversation))) continue;
    const tree = await services.messages.tree(id);
    const answers = tree.flatMap((node) => (node.role === 'assistant' ? [node.id] : []));
    for (const row of await services.messages.getMany(id, answers)) {
      for (const block of assistantContentOf(row).view.blocks) {
        if (block.kind !== 'text') continue;
        for (const { itemId: cited, passage, verdict } of block.citations)
          if (cited === itemId && passage)
            rows.push({
              conversationId: id,
              title: conversation.title,
              messageId: row.id,
              passage: passage.text,
              page: passage.page ?? null,
              span: passage.itemSpan ?? null,
              verdict,
            });
      }
    }
  }
  return rows;
}
