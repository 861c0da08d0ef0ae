import { createRoute, z } from '@hono/zod-openapi';
import { changedSinceCited } from '@ibid/store/internal';
import { IdParamSchema, IdSchema, ItemTextSchema, SourceSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { LOCAL_USER_ID } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import { linkOrigin } from '../http/client-address.js';
import type { Api } from '../http/app-env.js';
import { EXPORT_TYPES, fileAnswer, jsonAnswer, problems } from '../http/route-parts.js';
import type {
  Answering,
  Configuration,
  Conversations,
  Files,
  KnowledgeAccess,
  Services,
  Storage,
} from '../services.js';
import { keptSource } from '../sharing/kept-source.js';
import { deletedAmong, isDeletedTitle } from '../sharing/tell-deleted.js';
import { sourcesShownTo } from '../sharing/sources-shown-to.js';
import { withholdingFor } from '../sharing/withholding.js';
import { answersAlone, citedExport } from '../export/cited-export.js';
import { fileNamesOf } from '../export/file-names.js';
import { formatted } from '../export/formatted.js';
import { toMarkdown } from '../export/to-markdown.js';
import { branchView } from './branch-view.js';
import { visibleConversation } from './conversations.js';
import { exportMarkdown } from './export-markdown.js';
import { download } from './files.js';
import { assistantContentOf } from '../turns/message-content.js';

const tags = ['Conversations'];

export function registerConversationExtraRoutes(
  api: Api,
  services: Configuration & Storage & Conversations & Answering & Files & KnowledgeAccess,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/sources',
      tags,
      summary: 'Sources that answers cite, and those that were only retrieved',
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
      const { sources } = await sourcesShownTo(services, id, withholding);
      const told = await deletedAmong(services, sources);
      const counts = await countCitations(services, id);
      const changed = await changedSinceCited(services.database.db, id);
      const rows = sources.map((source) => {
        const shown = told(source);
        const isDeleted = isDeletedTitle(shown.title);
        const isShown = !withholding?.hides(source.itemId);
        return {
          ...shown,
          citations: counts.get(source.number) ?? 0,
          hasChanged: isDeleted || (isShown && changed.has(source.itemId)),
          isDeleted,
        };
      });
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
      path: '/api/conversations/{id}/sources/{number}/text',
      tags,
      summary: 'What the conversation was shown of a source, as it was then',
      request: { params: IdParamSchema.extend({ number: z.coerce.number().int().min(1) }) },
      responses: {
        200: jsonAnswer(ItemTextSchema.extend({ title: z.string(), url: z.string().nullable() }), 'The text'),
        ...problems,
      },
    }),
    async (context) => {
      const { id, number } = context.req.valid('param');
      const principal = principalOf(context);
      const conversation = await visibleConversation(services, principal, id);
      const withholding = await withholdingFor(services, principal.viewer, conversation);
      const { sources } = await services.sources.load(id);
      const source = sources.find((one) => one.number === number);
      const isHidden = source && withholding?.hides(source.itemId);
      const text = source && !isHidden ? await keptSource(services, id, source.itemId) : null;
      if (!source || text === null)
        throw new NotFound('There is no such source, or you do not have access to it.');
      const { title, url = null } = source;
      return context.json({ text, start: 0, end: text.length, characters: text.length, title, url }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/export',
      tags,
      summary:
        'The branch that is shown, or one answer of it, as a file with its evidence: Markdown, HTML, DOCX, BibTeX, CSL; or everything as JSON',
      request: {
        params: IdParamSchema,
        query: z.object({
          /**
           * `footnotes`: Markdown with a footnote for each citation; `clipboard`: one answer as HTML and text, in JSON.
           */
          format: z
            .enum(['markdown', 'footnotes', 'html', 'docx', 'bibtex', 'csl', 'clipboard', 'json'])
            .default('markdown'),
          /** Only this answer and its question. */
          message: IdSchema.optional(),
          /** In Markdown, the cited passages below each source. */
          quotes: z.enum(['true', 'false']).default('false'),
        }),
      },
      responses: {
        ...fileAnswer(...EXPORT_TYPES, 'application/json'),
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const conversation = await visibleConversation(services, principal, context.req.valid('param').id);
      const withholding = await withholdingFor(services, principal.viewer, conversation);
      const { format, quotes, message } = context.req.valid('query');
      const branch = await branchView(services, principal.viewer, conversation, message);
      const last = branch.messages.findIndex((row) => row.id === message);
      const messages = message === undefined ? branch.messages : branch.messages.slice(last - 1, last + 1);
      const { sources } = await sourcesShownTo(services, conversation.id, withholding);
      const { title, createdAt } = conversation;
      const name = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'conversation';
      if (format !== 'json' && format !== 'markdown') {
        const cited = citedExport({
          title,
          messages,
          fileNames: await fileNamesOf(services, principal.viewer, messages),
          origin: linkOrigin(context, services.options),
          by: principal.user.id === LOCAL_USER_ID ? '' : principal.user.name,
        });
        if (format === 'clipboard') {
          // Loaded on demand: the Markdown parser takes a good part of the startup time.
          const { toHtmlFragment } = await import('../export/to-html.js');
          return context.json({ html: toHtmlFragment(cited), text: toMarkdown(answersAlone(cited)) }, 200);
        }
        const [content, ending, mediaType] = await formatted(cited, format, { owner: principal.user.id });
        return download(content, { name: `${name}${ending}`, mediaType });
      }
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

/** How often the answers of a conversation cite each source, on all branches. */
async function countCitations(
  services: Pick<Services, 'messages'>,
  conversationId: string,
): Promise<Map<number, number>> {
  const tree = await services.messages.tree(conversationId);
  const answers = tree.filter((node) => node.role === 'assistant').map((node) => node.id);
  const counts = new Map<number, number>();
  for (const row of await services.messages.getMany(conversationId, answers)) {
    for (const block of assistantContentOf(row).view.blocks) {
      if (block.kind !== 'text') continue;
      for (const citation of block.citations)
        if (citation.itemId !== null) counts.set(citation.number, (counts.get(citation.number) ?? 0) + 1);
    }
  }
  return counts;
}
