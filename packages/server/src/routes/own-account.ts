import { createRoute } from '@hono/zod-openapi';
import { sessionIdOf } from '@ibid/store/internal';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { IdParamSchema, listOf, OwnSessionSchema, PasswordChangeSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { SESSION_COOKIE } from '../auth/authenticate.js';
import { createLoginAttempts } from '../auth/login-attempts.js';
import { hashPassword, verifyPassword } from '../auth/passwords.js';
import type { Principal } from '../auth/principal.js';
import { requireStrongPassword } from '../auth/strong-password.js';
import { Forbidden, NotFound } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { addressGroup, clientAddress } from '../http/client-address.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Accounts, Configuration, Processes } from '../services.js';

const tags = ['Session'];

/** ORG-1: users' own log-in: password and sessions. */
export function registerOwnAccountRoutes(api: Api, services: Configuration & Accounts & Processes): void {
  const { limits, trustProxy } = services.options;
  const beginAttempt = createLoginAttempts({ failedLogins: limits.failedLogins, redis: services.redis });

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/password',
      tags,
      summary:
        'Change your own password; this ends every other session and revokes your API keys unless you say otherwise',
      request: { body: jsonBody(PasswordChangeSchema) },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { principal, token } = personOf(context);
      const { current, password, withdrawKeys } = context.req.valid('json');
      const user = await services.users.get(principal.user.id);
      if (!user?.passwordHash) throw new Forbidden('You log in without a password here.', 'no_password');
      // Someone at an unattended screen must not find out the password by guessing.
      const address = addressGroup(clientAddress(context, trustProxy));
      const attempt = await beginAttempt({ name: user.name, address, isKnownAddress: true });
      if (!(await verifyPassword(current, user.passwordHash)))
        throw new Forbidden('The current password is wrong.', 'wrong_password');
      await attempt.succeeded();
      requireStrongPassword({ password, name: user.name });
      await services.users.update(user.id, { passwordHash: await hashPassword(password) });
      await services.sessions.endOthers(user.id, token);
      if (withdrawKeys) await services.apiKeys.deleteOfUser(user.id);
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/sessions',
      tags,
      summary: 'Where you are logged in',
      responses: { 200: jsonAnswer(listOf(OwnSessionSchema), 'Sessions'), ...problems },
    }),
    async (context) => {
      const { principal, token } = personOf(context);
      const own = sessionIdOf(token);
      const sessions = await services.sessions.list(principal.user.id);
      const rows = sessions.map((session) => ({ ...session, isThis: session.id === own }));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/sessions/{id}',
      tags,
      summary: 'End one of your sessions',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { principal } = personOf(context);
      if (!(await services.sessions.end(principal.user.id, context.req.valid('param').id)))
        throw new NotFound('There is no such session.');
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/sessions',
      tags,
      summary: 'End all of your sessions except this one',
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { principal, token } = personOf(context);
      await services.sessions.endOthers(principal.user.id, token);
      return context.body(null, 204);
    },
  );
}

/** An API key is not a person: someone who found one must not lock its owner out. */
export function personOf(context: Context<AppEnv>): { principal: Principal; token: string } {
  const principal = principalOf(context);
  const token = getCookie(context, SESSION_COOKIE);
  if (principal.via !== 'session' || token === undefined)
    throw new Forbidden('Log in on the page to do this.', 'login_needed');
  return { principal, token };
}
