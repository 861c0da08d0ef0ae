import { createRoute, z } from '@hono/zod-openapi';
import type { ApiKey, User } from '@ibid/store/internal';
import {
  ApiKeySchema,
  ErasureSchema,
  IdParamSchema,
  NewApiKeySchema,
  NewUserSchema,
  UsageQuerySchema,
  UsageTotalSchema,
  UserChangeSchema,
  UserDeletionSchema,
  UserSchema,
  listOf,
} from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import { deleteUser } from '../auth/delete-user.js';
import { hashPassword } from '../auth/passwords.js';
import { requireStrongPassword } from '../auth/strong-password.js';
import { Conflict, Forbidden, InvalidRequest, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type {
  Accounts,
  Agents,
  Answering,
  Budgets,
  Connections,
  Erasing,
  Jobs,
  Projects,
  Research,
} from '../services.js';

export function registerUserRoutes(
  api: Api,
  services: Erasing & Accounts & Budgets & Answering & Agents & Projects & Research & Jobs & Connections,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/users',
      tags: ['Users'],
      summary: 'Users; administrators only',
      responses: { 200: jsonAnswer(listOf(UserSchema), 'Users'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const withFactor = new Set(await services.secondFactors.userIds());
      const rows = (await services.users.list()).map((user) => userView(user, withFactor.has(user.id)));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/users',
      tags: ['Users'],
      summary: 'Add a user; administrators only',
      request: { body: jsonBody(NewUserSchema) },
      responses: { 201: jsonAnswer(UserSchema, 'The user'), ...problems, ...conflict },
    }),
    async (context) => {
      administratorOf(context);
      const { name, password, role, groups } = context.req.valid('json');
      requireStrongPassword({ password, name });
      const passwordHash = await hashPassword(password);
      const user = await services.users.create({ name, role, groups, passwordHash });
      if (!user) throw new Conflict('This name is taken.', 'name_taken');
      return context.json(userView(user, false), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/users/{id}',
      tags: ['Users'],
      summary:
        'Change a user; administrators only. A new password ends the sessions and the API keys of the user',
      request: { params: IdParamSchema, body: jsonBody(UserChangeSchema) },
      responses: { 200: jsonAnswer(UserSchema, 'The user'), ...problems, ...conflict },
    }),
    async (context) => {
      administratorOf(context);
      const { id } = context.req.valid('param');
      const { password, name, role, groups, disabled } = context.req.valid('json');
      const before = await existingUser(services, id);
      if (password !== undefined) requireStrongPassword({ password, name: name ?? before.name });
      if (role === 'member' || disabled) await requireAnotherAdministrator(services, before);
      if (name !== undefined) {
        const other = await services.users.findByName(name);
        if (other && other.id !== id) throw new Conflict('This name is taken.', 'name_taken');
      }
      const user = await services.users.update(id, {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(groups === undefined ? {} : { groups }),
        ...(disabled === undefined ? {} : { disabled }),
        ...(password === undefined ? {} : { passwordHash: await hashPassword(password) }),
      });
      // Members may have been counted, administrators not.
      if (role !== undefined && role !== before.role) await services.spending.recount(new Date(), id);
      // Someone who knew the old password, or was locked out, must not continue with an old session or a key created in
      // one.
      if (password !== undefined || disabled) await services.sessions.deleteOfUser(id);
      if (password !== undefined) await services.apiKeys.deleteOfUser(id);
      if (!user) throw new NotFound('There is no such user.');
      const factor = await services.secondFactors.get(id);
      return context.json(userView(user, factor?.isConfirmed === true), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/users/{id}',
      tags: ['Users'],
      summary:
        'Delete a user and what only they could see, and report what happened to the rest, as `conversations` and `objects` say. Administrators only',
      request: { params: IdParamSchema, query: UserDeletionSchema },
      responses: {
        200: jsonAnswer(ErasureSchema, 'What was deleted, handed over or left'),
        ...problems,
        ...conflict,
      },
    }),
    async (context) => {
      administratorOf(context);
      const user = await existingUser(services, context.req.valid('param').id);
      await requireAnotherAdministrator(services, user);
      const { to, ...fate } = context.req.valid('query');
      const heir = to === undefined ? null : await existingUser(services, to);
      if (fate.objects === 'hand-over' && (!heir || heir.id === user.id))
        throw new InvalidRequest('Name the new owner with `to`.', 'no_heir');
      // Afterwards nothing else knows who that was.
      context.set('auditNote', { details: { name: user.name } });
      return context.json(await deleteUser(services, user, { ...fate, heir }), 200);
    },
  );

  registerKeyRoutes(api, services);
}

function registerKeyRoutes(api: Api, services: Accounts & Budgets): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/keys',
      tags: ['Keys'],
      summary: 'Your API keys',
      responses: { 200: jsonAnswer(listOf(ApiKeySchema), 'Keys'), ...problems },
    }),
    async (context) => {
      const { user } = principalOf(context);
      const keys = await services.apiKeys.list(user.id);
      return context.json({ rows: keys.map(keyView), cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/keys',
      tags: ['Keys'],
      summary: 'Create an API key; it is shown only once. A key cannot create keys, which would outlive it',
      request: { body: jsonBody(NewApiKeySchema) },
      responses: { 201: jsonAnswer(ApiKeySchema.extend({ key: z.string() }), 'The key'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { name, scopes, expiresAt } = context.req.valid('json');
      // Someone who found a key could create more, and keep them after it is revoked or expires.
      if (principal.via === 'key')
        throw new Forbidden('An API key cannot make keys. Log in on the page to make one.', 'login_needed');
      const { key, apiKey } = await services.apiKeys.create({
        userId: principal.user.id,
        name,
        scopes,
        expiresAt: expiresAt ?? null,
      });
      return context.json({ ...keyView(apiKey), key }, 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/keys/{id}',
      tags: ['Keys'],
      summary: 'Revoke an API key',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { user } = principalOf(context);
      if (!(await services.apiKeys.delete(user.id, context.req.valid('param').id)))
        throw new NotFound('There is no such key.');
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/usage',
      tags: ['Usage'],
      summary: 'Tokens and cost: your own, or for administrators those of everybody',
      request: { query: UsageQuerySchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(UsageTotalSchema) }), 'Totals'), ...problems },
    }),
    async (context) => {
      const { groupBy, conversationId, from, to, all } = context.req.valid('query');
      const { user } = all === 'true' ? administratorOf(context) : principalOf(context);
      const rows = await services.usage.totals({
        groupBy,
        ...(all === 'true' ? {} : { userId: user.id }),
        ...(conversationId ? { conversationId } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      });
      return context.json({ rows }, 200);
    },
  );
}

async function existingUser(services: Accounts, id: string): Promise<User> {
  const user = await services.users.get(id);
  if (!user) throw new NotFound('There is no such user.');
  return user;
}

async function requireAnotherAdministrator(services: Accounts, user: User): Promise<void> {
  // A user of a login provider could not get in if the provider fails, so only passwords count.
  if (user.role !== 'administrator' || user.disabled || user.passwordHash === null) return;
  if ((await services.users.countAdministrators()) <= 1)
    throw new Conflict('This is the last administrator. Make another one first.', 'last_administrator');
}

function userView(user: User, secondFactor: boolean) {
  const { id, name, role, groups, disabled, createdAt } = user;
  return { id, name, role, groups, disabled, secondFactor, createdAt };
}

function keyView(key: ApiKey) {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = key;
  return { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt };
}
