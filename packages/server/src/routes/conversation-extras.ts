import { createRoute, z } from '@hono/zod-openapi';
import { IdParamSchema, SourceSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import type { Services } from '../services.js';
import { shownSources } from '../sharing/shown-sources.js';
import { withholdingFor } from '../sharing/withholding.js';
import { branchView } from './branch-view.js';
import { visibleConversation } from './conversations.js';
import { exportMarkdown } from './export-markdown.js';
import { download } from './files.js';
import { countCitations } from './count-citations.js';

const tags = ['Conversations'];

export function registerConversationExtraRoutes(api: Api, services: Services): void {
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
      const principal = principalOf(context);
      const conversation = await visibleConversation(services, principal, id);
      const withholding = await withholdingFor(services, principal.viewer, conversation);
      const { sources } = await shownSources(services, id, withholding);
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
        query: z.object({
          format: z.enum(['markdown', 'json']).default('markdown'),
          /** In Markdown, the cited passages below each source. */
          quotes: z.enum(['true', 'false']).default('false'),
        }),
      },
      responses: {
        200: { description: 'The export', content: { 'text/markdown': { schema: z.string() } } },
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const conversation = await visibleConversation(services, principal, context.req.valid('param').id);
      const withholding = await withholdingFor(services, principal.viewer, conversation);
      const { messages } = await branchView(services, principal.viewer, conversation);
      const { sources } = await shownSources(services, conversation.id, withholding);
      const { title, createdAt } = conversation;
      const name = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'conversation';
      const { format, quotes } = context.req.valid('query');
      if (format === 'json')
        return download(JSON.stringify({ title, createdAt, messages, sources }, null, 2), {
          name: `${name}.json`,
          mediaType: 'application/json',
        });
      return download(exportMarkdown({ title, messages, sources, quotes: quotes === 'true' }), {
        name: `${name}.md`,
        mediaType: 'text/markdown; charset=utf-8',
      });
    },
  );
}
