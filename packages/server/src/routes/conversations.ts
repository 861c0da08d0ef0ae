import { createRoute, z } from '@hono/zod-openapi';
import {
  branchTo,
  conversationWorkspace,
  forkConversation,
  forkDescriptors,
  newestLeafUnder,
  workspaceFolder,
} from '@ibid/store/internal';
import type { Conversation, MessageRow } from '@ibid/store/internal';
import {
  BranchSchema,
  ConversationChangeSchema,
  ConversationListQuerySchema,
  ConversationSchema,
  ForkSchema,
  IdParamSchema,
  IdSchema,
  NewConversationSchema,
  listOf,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Conflict, Forbidden, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Agents, Answering, Conversations, Erasing, Projects } from '../services.js';
import { shownContent } from '../sharing/shown-content.js';
import { WITHHELD } from '../sharing/withheld.js';
import { withholdingFor, type Withholding } from '../sharing/withholding.js';
import { assistantContentOf } from '../turns/message-content.js';
import { deleteConversation } from '../turns/delete-conversation.js';
import { mayHoldHidden } from '../turns/open-descriptors.js';
import { branchView } from './branch-view.js';
import { conversationView } from './conversation-view.js';

const tags = ['Conversations'];

export async function visibleConversation(
  services: Conversations,
  principal: Principal,
  id: string,
): Promise<Conversation> {
  const conversation = await services.conversations.get(principal.viewer, id);
  if (!conversation) throw new NotFound('There is no such conversation.');
  return conversation;
}

export async function ownConversation(
  services: Conversations,
  principal: Principal,
  id: string,
): Promise<Conversation> {
  const conversation = await visibleConversation(services, principal, id);
  if (conversation.ownerId !== principal.user.id)
    throw new Forbidden('This conversation is shared with you for reading only.');
  return conversation;
}

export function registerConversationRoutes(
  api: Api,
  services: Erasing & Answering & Agents & Projects,
): void {
  const { dataFolder } = services.options;
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations',
      tags,
      summary: 'Your conversations, newest first',
      request: { query: ConversationListQuerySchema },
      responses: { 200: jsonAnswer(listOf(ConversationSchema), 'Conversations'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { cursor, limit, query, projectId, pinned } = context.req.valid('query');
      const page = await services.conversations.list({
        viewer: principal.viewer,
        limit,
        cursor: cursor ?? null,
        ...(query ? { query } : {}),
        ...(projectId ? { projectId } : {}),
        ...(pinned === undefined ? {} : { isPinned: pinned === 'true' }),
      });
      const rows = page.rows.map((row) => conversationView(row, principal));
      return context.json({ rows, cursor: page.cursor }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/conversations',
      tags,
      summary: 'Begin a conversation',
      request: { body: jsonBody(NewConversationSchema) },
      responses: { 201: jsonAnswer(ConversationSchema, 'The conversation'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { title, agentId, modelId, projectId, scope } = context.req.valid('json');
      await requireVisible(services, principal, { agentId, projectId });
      const made = await services.conversations.create({
        ownerId: principal.user.id,
        agentId: agentId ?? null,
        modelId: modelId ?? null,
        projectId: projectId ?? null,
        scope: scope ?? [],
        ...(title ? { title } : {}),
      });
      return context.json(conversationView(made, principal), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}',
      tags,
      summary: 'One conversation',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ConversationSchema, 'The conversation'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const conversation = await visibleConversation(services, principal, context.req.valid('param').id);
      return context.json(conversationView(conversation, principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/conversations/{id}',
      tags,
      summary: 'Change title, agent, model, project, scope, branch shown, pin, or who may see it',
      request: { params: IdParamSchema, body: jsonBody(ConversationChangeSchema) },
      responses: { 200: jsonAnswer(ConversationSchema, 'The conversation'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      const { leafId, title, agentId, modelId, projectId, scope, isPinned, sharing } =
        context.req.valid('json');
      await ownConversation(services, principal, id);
      await requireVisible(services, principal, { agentId, projectId });
      const leaf = leafId === undefined ? undefined : await leafUnder(services, id, leafId);
      await services.conversations.update(id, {
        ...(title === undefined ? {} : { title, titleOrigin: 'person' as const }),
        ...(agentId === undefined ? {} : { agentId }),
        ...(modelId === undefined ? {} : { modelId }),
        ...(projectId === undefined ? {} : { projectId }),
        ...(scope === undefined ? {} : { scope }),
        ...(isPinned === undefined ? {} : { isPinned }),
        ...(sharing === undefined ? {} : { sharing }),
        ...(leaf === undefined ? {} : { leafId: leaf }),
      });
      return context.json(
        conversationView(await visibleConversation(services, principal, id), principal),
        200,
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/conversations/{id}',
      tags,
      summary: 'Delete a conversation with its messages, and the files attached to it that nothing else has',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems, ...conflict },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      await ownConversation(services, principalOf(context), id);
      await deleteConversation(services, id);
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/messages',
      tags,
      summary: 'One branch, from the root to a leaf',
      request: { params: IdParamSchema, query: z.object({ leaf: IdSchema.optional() }) },
      responses: { 200: jsonAnswer(BranchSchema, 'The branch'), ...problems },
    }),
    async (context) => {
      const { viewer, ...principal } = principalOf(context);
      const { id } = context.req.valid('param');
      const conversation = await visibleConversation(services, { ...principal, viewer }, id);
      const branch = await branchView(services, viewer, conversation, context.req.valid('query').leaf);
      return context.json(branch, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/conversations/{id}/fork',
      tags,
      summary: 'A new conversation that starts with the messages up to this one',
      request: { params: IdParamSchema, body: jsonBody(ForkSchema) },
      responses: { 201: jsonAnswer(ConversationSchema, 'The fork'), ...problems, ...conflict },
    }),
    async (context) => {
      const principal = principalOf(context);
      const conversation = await visibleConversation(services, principal, context.req.valid('param').id);
      const { messageId } = context.req.valid('json');
      const tree = await services.messages.tree(conversation.id);
      const path = branchTo(tree, messageId);
      if (path.length === 0) throw new NotFound('There is no such message in this conversation.');
      const running = await services.turns.running(conversation.id);
      if (running && path.some((node) => node.id === running.assistantMessageId))
        throw new Conflict(
          'That answer is still being written. Wait for it, or stop it first.',
          'turn_running',
        );
      const withholding = await withholdingFor(services, principal.viewer, conversation);
      let copiedIds: ReadonlyMap<string, string> = new Map();
      const fork = await forkConversation({
        db: services.database.db,
        conversationId: conversation.id,
        ownerId: principal.user.id,
        title: conversation.title,
        messageIds: path.map((node) => node.id),
        ...(withholding && forkedWithout(withholding)),
        also: (transaction, { conversationId, messageIds }) => {
          copiedIds = messageIds;
          return forkDescriptors(transaction, {
            fromConversationId: conversation.id,
            toConversationId: conversationId,
            messageIds,
            ...(withholding && { withholds: (handle) => mayHoldHidden(handle, withholding) }),
          });
        },
      });
      await conversationWorkspace({
        dataFolder,
        conversationId: conversation.id,
        messageIds: path.map((node) => node.id).filter((id) => !withholding?.mayBeIn(id)),
      }).copyTo({
        folder: workspaceFolder({ dataFolder, conversationId: fork.conversationId }),
        messageIds: copiedIds,
      });
      const made = await visibleConversation(services, principal, fork.conversationId);
      return context.json(conversationView(made, principal), 201);
    },
  );
}

/** A fork contains nothing that its creator may not see. */
function forkedWithout(withholding: Withholding) {
  return {
    contentOf: (message: MessageRow) => shownContent(message.id, assistantContentOf(message), withholding),
    sourceOf: (source: { itemId: string; title: string; url: string | null }) =>
      withholding.hides(source.itemId)
        ? { title: WITHHELD, url: null }
        : { title: source.title, url: source.url },
  };
}

async function leafUnder(
  services: Conversations,
  conversationId: string,
  messageId: string,
): Promise<string> {
  const tree = await services.messages.tree(conversationId);
  if (!tree.some((node) => node.id === messageId))
    throw new NotFound('There is no such message in this conversation.');
  return newestLeafUnder(tree, messageId);
}

async function requireVisible(
  services: Agents & Projects,
  principal: Principal,
  named: { agentId?: string | null | undefined; projectId?: string | null | undefined },
): Promise<void> {
  if (named.agentId && !(await services.agents.get(principal.viewer, named.agentId)))
    throw new NotFound('There is no such agent.', 'agent_not_found');
  if (named.projectId && !(await services.projects.get(principal.viewer, named.projectId)))
    throw new NotFound('There is no such project.', 'project_not_found');
}
