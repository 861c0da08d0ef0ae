import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { correctionsOf } from '@ibid/retrieval/internal';
import { newId } from '@ibid/store/internal';
import { z } from 'zod';
import { requireScope } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { toProblem } from '../http/to-problem.js';
import { answerEvents } from '../openai/answer-events.js';
import type { TurnWork } from '../services.js';
import { runDetachedTurn } from '../turns/run-detached-turn.js';
import { toldCitation } from './told-citation.js';

const MOST_CHARACTERS = 60_000;

/** API-1: search, ask and read for any MCP client, as the user whose key it sends. */
export function createMcp(services: TurnWork): (request: Request, principal: Principal) => Promise<Response> {
  const principals = new WeakMap<object, Principal>();
  const handler: McpHttpHandler = createMcpHandler((context) => {
    const principal = context.authInfo ? principals.get(context.authInfo) : undefined;
    if (!principal) throw new Error('Nobody is logged in.');
    return mcpServer(services, principal);
  });
  return (request, principal) => {
    const authInfo = { token: '', clientId: principal.user.id, scopes: [...principal.scopes] };
    principals.set(authInfo, principal);
    return handler.fetch(request, { authInfo });
  };
}

export function mcpServer(services: TurnWork, principal: Principal): McpServer {
  const server = new McpServer({ name: 'ibid', version: services.version });
  const { reader } = services.knowledge;
  /** As over HTTP: an unexpected error is logged and reveals no internals. */
  const told =
    <Input>(work: (input: Input) => Promise<McpAnswer>) =>
    async (input: Input): Promise<McpAnswer> => {
      try {
        return await work(input);
      } catch (error) {
        const { problem, isUnexpected } = toProblem(error);
        if (isUnexpected) services.log.error({ err: error }, 'a call through MCP failed');
        return { ...jsonContent({ error: problem.detail }), isError: true };
      }
    };

  server.registerTool(
    'search',
    {
      title: 'Search documents',
      description:
        'Searches the knowledge bases by words and by meaning. Each result has an `id` (item) to cite and to read, its title, and the passage.',
      inputSchema: z.object({
        query: z.string().min(1).max(4000),
        top_k: z.number().int().min(1).max(50).optional(),
        knowledge_base_ids: z.array(z.string().max(128)).max(100).optional(),
        exact: z
          .boolean()
          .optional()
          .describe('Search for words exactly as typed, even if no document has them.'),
      }),
    },
    told(async ({ query, top_k, knowledge_base_ids, exact }) => {
      const hits = await reader.search({
        viewer: principal.viewer,
        query,
        mode: 'hybrid',
        topK: top_k ?? 10,
        ...(knowledge_base_ids ? { knowledgeBaseIds: knowledge_base_ids } : {}),
        ...(exact ? { exact } : {}),
      });
      const corrections = correctionsOf(hits);
      const results = hits.map((hit) => ({
        id: hit.itemId,
        chunkId: hit.id,
        title: hit.title,
        url: hit.url,
        page: hit.page,
        start: hit.span.start,
        end: hit.span.end,
        score: hit.score,
        text: hit.text,
      }));
      return jsonContent({ results, ...(corrections.length > 0 ? { corrections } : {}) });
    }),
  );

  server.registerTool(
    'read',
    {
      title: 'Read a document',
      description: 'The text of an item found by search, or a range of its characters.',
      inputSchema: z.object({
        id: z.string().min(1).max(200),
        start: z.number().int().min(0).optional(),
        end: z.number().int().min(0).optional(),
      }),
    },
    told(async ({ id, start, end }) => {
      const item = await reader.getItem(principal.viewer, id);
      if (!item) return { ...jsonContent({ error: 'There is no such item.' }), isError: true };
      const from = Math.min(start ?? 0, item.characters);
      const to = Math.max(from, Math.min(end ?? item.characters, from + MOST_CHARACTERS, item.characters));
      const text = await reader.readItemText(principal.viewer, id, { start: from, end: to });
      const { title, url, characters } = item;
      return jsonContent({ id, title, url, start: from, end: to, characters, text });
    }),
  );

  server.registerTool(
    'ask',
    {
      title: 'Ask the documents',
      description:
        'Answers a question from the documents, with the sources of each claim and what the check of it found.',
      inputSchema: z.object({ question: z.string().min(1).max(20_000) }),
    },
    told(async ({ question }) => {
      requireScope(principal, 'write');
      await services.turnLimit(`user:${principal.user.id}`);
      const handle = await runDetachedTurn(services, principal, {
        pastTurns: [],
        user: {
          role: 'user',
          id: newId(),
          text: question,
          files: [],
          images: [],
          createdAt: new Date().toISOString(),
        },
        agent: null,
        modelId: await services.models.chosen('chat'),
      });
      const end = await answerEvents(handle, new Set(), null);
      if (end.failure) return { ...jsonContent({ error: end.failure.message }), isError: true };
      return jsonContent({ answer: end.text, citations: end.citations.map(toldCitation) });
    }),
  );
  return server;
}

type McpAnswer = ReturnType<typeof jsonContent> & { isError?: boolean };

function jsonContent(value: Record<string, unknown>) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }], structuredContent: value };
}
