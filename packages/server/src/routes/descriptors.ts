import { createRoute, z } from '@hono/zod-openapi';
import { lineMatcher, referenceFileName, searchDescriptor } from '@ibid/core/internal';
import type { DescriptorMetadata } from '@ibid/core/internal';
import { newestLeafUnder } from '@ibid/store/internal';
import type { DatabaseDescriptorStore, MessageNode } from '@ibid/store/internal';
import type { Context } from 'hono';
import {
  BranchQuerySchema,
  DescriptorMatchesSchema,
  DescriptorPageSchema,
  DescriptorParamSchema,
  DescriptorReadQuerySchema,
  DescriptorSchema,
  DescriptorSearchQuerySchema,
  IdParamSchema,
  IdSchema,
  WorkspaceFileSchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { Forbidden, InvalidRequest, NotFound } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { fileAnswer, jsonAnswer, problems } from '../http/route-parts.js';
import type { Configuration, Conversations, Storage } from '../services.js';
import { WITHHELD } from '../sharing/withheld.js';
import { withholdingFor, type Withholding } from '../sharing/withholding.js';
import { openDescriptors } from '../turns/open-descriptors.js';
import { openWorkspace } from '../turns/open-workspace.js';
import { visibleConversation } from './conversations.js';
import { download } from './files.js';

const tags = ['Descriptors'];
const path = '/api/conversations/{id}/descriptors';

export function registerDescriptorRoutes(api: Api, services: Configuration & Storage & Conversations): void {
  const storeOf = async (
    context: Context<AppEnv>,
    id: string,
    leaf: string | undefined,
  ): Promise<DatabaseDescriptorStore> =>
    openDescriptors(services, await branchOf(services, context, id, leaf));
  const described = async (
    store: DatabaseDescriptorStore,
    name: string,
    version?: number,
  ): Promise<DescriptorMetadata> => {
    const metadata = await store.describe(name, version);
    if (metadata) return metadata;
    if (store.withholdsAny) throw new Forbidden(WITHHELD, 'source_withheld');
    throw new NotFound('There is no such handle on this branch.');
  };

  api.openapi(
    createRoute({
      method: 'get',
      path,
      tags,
      summary: 'Handles that a branch sees',
      request: { params: IdParamSchema, query: BranchQuerySchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(DescriptorSchema) }), 'Handles'), ...problems },
    }),
    async (context) => {
      const store = await storeOf(context, context.req.valid('param').id, context.req.valid('query').leaf);
      return context.json({ rows: await store.list('all') }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{name}`,
      tags,
      summary: 'One page, or a range of characters, of what a handle stands for',
      request: { params: DescriptorParamSchema, query: DescriptorReadQuerySchema },
      responses: { 200: jsonAnswer(DescriptorPageSchema, 'The text'), ...problems },
    }),
    async (context) => {
      const { id, name } = context.req.valid('param');
      const query = context.req.valid('query');
      const store = await storeOf(context, id, query.leaf);
      const metadata = await described(store, name, query.version);
      const starts = (await store.pageStarts(name, query.pageSize, query.version)) ?? [0];
      const page = query.page ?? 1;
      if (query.start === undefined && page > starts.length)
        throw new NotFound(`There are ${starts.length} pages.`, 'page_not_found');
      const start = Math.min(query.start ?? starts[page - 1] ?? 0, metadata.characters);
      const last = query.start === undefined ? (starts[page] ?? metadata.characters) : start + 200_000;
      const end = Math.max(start, Math.min(query.end ?? last, last, metadata.characters));
      const content = (await store.read(name, { start, end }, query.version)) ?? '';
      return context.json({ content, page, pages: starts.length, start, end }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{name}/versions`,
      tags,
      summary: 'All versions, oldest first',
      request: { params: DescriptorParamSchema, query: BranchQuerySchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(DescriptorSchema) }), 'Versions'), ...problems },
    }),
    async (context) => {
      const { id, name } = context.req.valid('param');
      const store = await storeOf(context, id, context.req.valid('query').leaf);
      await described(store, name);
      return context.json({ rows: await store.versions(name) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{name}/search`,
      tags,
      summary: 'Lines that hold a text or match an expression',
      request: { params: DescriptorParamSchema, query: DescriptorSearchQuerySchema },
      responses: { 200: jsonAnswer(DescriptorMatchesSchema, 'Matching lines'), ...problems },
    }),
    async (context) => {
      const { id, name } = context.req.valid('param');
      const { leaf, version, pattern, regex, fromLine } = context.req.valid('query');
      const store = await storeOf(context, id, leaf);
      const metadata = await described(store, name, version);
      const result = await searchDescriptor({
        store,
        metadata,
        matcher: await matcherOf(pattern, regex === 'true'),
        startLine: fromLine,
        maxMatches: 200,
        contextLines: 0,
        maxCharacters: 200_000,
      });
      const rows = result.groups
        .flat()
        .filter((line) => line.matches)
        .map(({ line, text }) => ({ line, text }));
      return context.json({ rows, nextLine: result.nextLine }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{name}/download`,
      tags,
      summary: 'The whole text as a file',
      request: { params: DescriptorParamSchema, query: BranchQuerySchema },
      responses: {
        200: { description: 'The text', content: { 'application/octet-stream': { schema: z.string() } } },
        ...problems,
      },
    }),
    async (context) => {
      const { id, name } = context.req.valid('param');
      const { leaf, version } = context.req.valid('query');
      const store = await storeOf(context, id, leaf);
      const { category } = await described(store, name, version);
      const content = (await store.read(name, undefined, version)) ?? '';
      const fileName = referenceFileName({ name, category, beginning: content.slice(0, 100) });
      return download(content, { name: fileName, mediaType: 'text/plain; charset=utf-8' });
    },
  );

  registerWorkspaceRoutes(api, services);
}

/** The branch of a request: to the newest leaf below a message, or the displayed one. */
async function branchOf(
  services: Storage & Conversations,
  context: Context<AppEnv>,
  conversationId: string,
  leaf: string | undefined,
): Promise<{
  conversationId: string;
  tree: readonly MessageNode[];
  leafId: string | null;
  withholding: Withholding | null;
}> {
  const principal = principalOf(context);
  const conversation = await visibleConversation(services, principal, conversationId);
  const tree = await services.messages.tree(conversationId);
  if (leaf !== undefined && !tree.some((node) => node.id === leaf))
    throw new NotFound('There is no such message in this conversation.');
  const leafId = leaf === undefined ? conversation.leafId : newestLeafUnder(tree, leaf);
  const withholding = await withholdingFor(services, principal.viewer, conversation);
  return { conversationId, tree, leafId, withholding };
}

/** FD-6: files that the model wrote for the user. */
function registerWorkspaceRoutes(api: Api, services: Configuration & Storage & Conversations): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/files',
      tags,
      summary: "Files of the conversation's workspace that a branch sees",
      request: { params: IdParamSchema, query: BranchQuerySchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(WorkspaceFileSchema) }), 'Files'), ...problems },
    }),
    async (context) => {
      const { leaf } = context.req.valid('query');
      const branch = await branchOf(services, context, context.req.valid('param').id, leaf);
      const rows = await openWorkspace(services, branch).list();
      return context.json({ rows }, 200);
    },
  );

  api.openAPIRegistry.registerPath({
    method: 'get',
    path: '/api/conversations/{id}/files/{path}',
    tags,
    summary: "One file of the conversation's workspace",
    request: { params: z.object({ id: IdSchema, path: z.string() }), query: BranchQuerySchema },
    responses: {
      ...fileAnswer('application/octet-stream'),
      ...problems,
    },
  });
  api.get('/api/conversations/:id/files/:path{.+}', async (context) => {
    const { id, path: filePath } = context.req.param();
    const branch = await branchOf(services, context, id, context.req.query('leaf'));
    try {
      const bytes = await openWorkspace(services, branch).read(filePath);
      return download(new Uint8Array(bytes), { name: filePath, mediaType: 'application/octet-stream' });
    } catch {
      if (branch.withholding) throw new Forbidden(WITHHELD, 'source_withheld');
      throw new NotFound('There is no such file in the workspace.');
    }
  });
}

async function matcherOf(pattern: string, isRegex: boolean) {
  try {
    return await lineMatcher({ pattern, kind: isRegex ? 'regex' : 'text', caseSensitive: false });
  } catch (error) {
    throw new InvalidRequest((error as Error).message, 'invalid_pattern');
  }
}
