import { createRoute, z } from '@hono/zod-openapi';
import { assembleContext } from '@ibid/core';
import { newId } from '@ibid/store';
import { ContextReportSchema, IdParamSchema, PreviewSchema, SourceSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { Unprocessable } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import type { Services } from '../services.js';
import { offeredOf } from '../turns/offered-of.js';
import { prepareTurn } from '../turns/prepare-turn.js';
import { resolveTurn } from '../turns/resolve-turn.js';
import { branchView } from './branch-view.js';
import { ownConversation, visibleConversation } from './conversations.js';
import { exportMarkdown } from './export-markdown.js';
import { download } from './files.js';
import { countCitations } from './count-citations.js';

const tags = ['Conversations'];

export function registerConversationExtraRoutes(api: Api, services: Services): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/conversations/{id}/preview',
      tags,
      summary: 'What the model would see if this were sent; asks no model and stores nothing',
      request: { params: IdParamSchema, body: jsonBody(PreviewSchema) },
      responses: {
        200: jsonAnswer(z.object({ report: ContextReportSchema }), 'The context report'),
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const conversation = await ownConversation(services, principal, context.req.valid('param').id);
      const request = context.req.valid('json');
      const { particulars } = await resolveTurn({ services, principal, conversation, request });
      const prepared = await prepareTurn(services, principal, particulars);
      try {
        const { report } = assembleContext({
          ...prepared.context,
          ...(request.systemPrompt === undefined ? {} : { systemPrompt: request.systemPrompt || null }),
          current: { user: { ...particulars.user, id: newId() }, steps: [] },
          tools: offeredOf(prepared.tools),
          isLastStep: false,
          ledger: await services.sources.load(conversation.id),
          budgetScale: 1,
        });
        return context.json({ report }, 200);
      } catch (error) {
        throw new Unprocessable((error as Error).message, 'context_overflow');
      }
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/sources',
      tags,
      summary: 'Sources that answers cite, and those that were only retrieved (REF-5)',
      request: { params: IdParamSchema },
      responses: {
        200: jsonAnswer(
          z.object({ cited: z.array(SourceSchema), retrieved: z.array(SourceSchema) }),
          'Sources',
        ),
        ...problems,
      },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      await visibleConversation(services, principalOf(context), id);
      const { sources } = await services.sources.load(id);
      const counts = await countCitations(services, id);
      const rows = sources.map((source) => ({ ...source, citations: counts.get(source.number) ?? 0 }));
      return context.json(
        {
          cited: rows.filter((row) => row.citations > 0),
          retrieved: rows.filter((row) => row.citations === 0),
        },
        200,
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/export',
      tags,
      summary: 'The branch that is shown, as Markdown with a list of sources, or everything as JSON',
      request: {
        params: IdParamSchema,
        query: z.object({ format: z.enum(['markdown', 'json']).default('markdown') }),
      },
      responses: {
        200: { description: 'The export', content: { 'text/markdown': { schema: z.string() } } },
        ...problems,
      },
    }),
    async (context) => {
      const conversation = await visibleConversation(
        services,
        principalOf(context),
        context.req.valid('param').id,
      );
      const { messages } = await branchView(services, conversation);
      const { sources } = await services.sources.load(conversation.id);
      const { title, createdAt } = conversation;
      const name = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'conversation';
      if (context.req.valid('query').format === 'json')
        return download(JSON.stringify({ title, createdAt, messages, sources }, null, 2), {
          name: `${name}.json`,
          mediaType: 'application/json',
        });
      return download(exportMarkdown({ title, messages, sources }), {
        name: `${name}.md`,
        mediaType: 'text/markdown; charset=utf-8',
      });
    },
  );
}
