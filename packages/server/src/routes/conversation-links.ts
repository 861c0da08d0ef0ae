import { createRoute } from '@hono/zod-openapi';
import type { ConversationLink } from '@ibid/store/internal';
import {
  ConversationLinksSchema,
  IdParamSchema,
  IdSchema,
  LinkTokenSchema,
  MadeConversationLinkSchema,
  NewConversationLinkSchema,
  SharedConversationSchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { Forbidden, InvalidRequest, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Accounts, Answering, Configuration, Conversations, Files, Storage } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { sharedView } from '../sharing/shared-view.js';
import { ownConversation } from './conversations.js';

const tags = ['Conversations'];
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** ANS-4: read-only links for people without an account, created and revoked by the owner of a conversation. */
export function registerConversationLinkRoutes(
  api: Api,
  services: Configuration & Storage & Accounts & Conversations & Answering & Files,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/links',
      tags,
      summary: 'Links that open this conversation to people without an account',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ConversationLinksSchema, 'Links'), ...problems },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      await ownConversation(services, principalOf(context), id);
      const rows = (await services.links.list(id)).map(linkView);
      return context.json({ rows, isOn: await isOn(services) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/conversations/{id}/links',
      tags,
      summary: 'Create a link that opens this conversation, up to an answer, to people without an account',
      request: { params: IdParamSchema, body: jsonBody(NewConversationLinkSchema) },
      responses: { 201: jsonAnswer(MadeConversationLinkSchema, 'The link'), ...problems },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      const { days, messageId, extent, showsPassages } = context.req.valid('json');
      const { ownerId } = await ownConversation(services, principalOf(context), id);
      if (services.options.mode === 'local')
        throw new Forbidden(
          'This server runs without login, so there is nobody to open it for. Export the conversation instead.',
          'links_off',
        );
      if (!(await isOn(services)))
        throw new Forbidden('The administrator has switched links off.', 'links_off');
      const [message] = await services.messages.getMany(id, [messageId]);
      if (!message) throw new NotFound('There is no such message in this conversation.');
      if (message.role !== 'assistant' || message.status === 'running')
        throw new InvalidRequest(
          'A link can only show complete answers. Wait until this one is complete.',
          'not_an_answer',
        );
      const expiresAt = new Date(Date.now() + days * DAY_MILLISECONDS).toISOString();
      const { token, link } = await services.links.create({
        conversationId: id,
        ownerId,
        messageId,
        extent,
        showsPassages,
        expiresAt,
      });
      return context.json({ link: linkView(link), token }, 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/conversations/{id}/links/{linkId}',
      tags,
      summary: 'Revoke a link; it opens nothing from now on',
      request: { params: IdParamSchema.extend({ linkId: IdSchema }) },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id, linkId } = context.req.valid('param');
      await ownConversation(services, principalOf(context), id);
      if (!(await services.links.delete(id, linkId))) throw new NotFound('There is no such link.');
      return context.body(null, 204);
    },
  );

  // The token is sent in the body, because proxies and servers log addresses.
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/shared',
      tags,
      summary: 'What a link opens, for anybody who has it',
      request: { body: jsonBody(LinkTokenSchema) },
      responses: { 200: jsonAnswer(SharedConversationSchema, 'The conversation'), ...problems },
    }),
    async (context) => {
      const link = await services.links.find(context.req.valid('json').token);
      const shared = link ? await sharedView(services, link) : null;
      if (!shared)
        throw new NotFound('This link does not work. It has expired, or was revoked.', 'link_gone');
      return context.json(shared, 200, { 'cache-control': 'no-store' });
    },
  );
}

async function isOn(services: Configuration): Promise<boolean> {
  return services.options.mode === 'login' && (await readSystemSettings(services.settings)).sharedLinks;
}

function linkView({ conversationId: _conversationId, ownerId: _ownerId, ...link }: ConversationLink) {
  return link;
}
