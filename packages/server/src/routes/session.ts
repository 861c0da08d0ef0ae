import { createRoute } from '@hono/zod-openapi';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Context } from 'hono';
import { LoginSchema, SessionSchema, SetupSchema } from '../api/schemas/index.js';
import { SESSION_COOKIE } from '../auth/authenticate.js';
import { createLoginAttempts } from '../auth/login-attempts.js';
import { hashPassword, verifyPassword } from '../auth/passwords.js';
import { toPrincipal } from '../auth/principal.js';
import type { Principal } from '../auth/principal.js';
import { browserName } from '../auth/browser-name.js';
import { consumeSetupToken, isSetUp } from '../auth/setup.js';
import { requireStrongPassword } from '../auth/strong-password.js';
import { Conflict, Forbidden, Unauthenticated } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { addressGroup, clientAddress, isSecure } from '../http/client-address.js';
import { createRateLimit } from '../http/rate-limits.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Services } from '../services.js';

const tags = ['Session'];
const SESSION_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

export function registerSessionRoutes(api: Api, services: Services): void {
  const { limits, trustProxy, mode } = services.options;
  const beginLogin = createLoginAttempts({ failedLogins: limits.failedLogins, redis: services.redis });
  const setupLimit = createRateLimit({
    name: 'setup-address',
    points: limits.failedLogins * 3,
    seconds: 15 * 60,
    redis: services.redis,
  });

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/session',
      tags,
      summary: 'Who is asking, and how this server lets people in',
      responses: { 200: jsonAnswer(SessionSchema, 'The session') },
    }),
    async (context) => context.json(await sessionView(services, context.get('principal')), 200),
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/login',
      tags,
      summary: 'Log in with name and password; the session is a cookie',
      request: { body: jsonBody(LoginSchema) },
      responses: { 200: jsonAnswer(SessionSchema, 'The session'), ...problems },
    }),
    async (context) => {
      if (mode === 'local') throw new Forbidden('This server runs without login.');
      const { name, password } = context.req.valid('json');
      const address = addressGroup(clientAddress(context, trustProxy));
      const user = await services.users.findByName(name);
      const isKnownAddress = await services.sessions.knowsAddress(user?.id ?? '', address);
      const attempt = await beginLogin({ name, address, isKnownAddress });
      // The name as it was sent is not kept: now and then it is a password.
      if (user) context.set('auditNote', { target: { kind: 'user', id: user.id } });
      const right = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !right || user.disabled)
        throw new Unauthenticated('Name or password is wrong.', 'wrong_credentials');
      await attempt.succeeded();
      await services.sessions.rememberAddress(user.id, address);
      return context.json(await beginSession(services, context, user), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup',
      tags,
      summary: 'Make the first administrator, with the one-time link of the first start',
      request: { body: jsonBody(SetupSchema) },
      responses: { 200: jsonAnswer(SessionSchema, 'The session'), ...problems, ...conflict },
    }),
    async (context) => {
      if (mode === 'local') throw new Forbidden('This server runs without login.');
      const address = addressGroup(clientAddress(context, trustProxy));
      await setupLimit(address);
      const { token, name, password } = context.req.valid('json');
      requireStrongPassword({ password, name });
      if (await isSetUp(services)) throw new Conflict('There is an administrator already.', 'already_set_up');
      if (!(await consumeSetupToken(services, token)))
        throw new Forbidden('The link is not valid. Restart the server for a new one.', 'wrong_setup_token');
      const user = await services.users.create({
        name,
        role: 'administrator',
        passwordHash: await hashPassword(password),
      });
      if (!user) throw new Conflict('This name is taken.', 'name_taken');
      await services.sessions.rememberAddress(user.id, address);
      return context.json(await beginSession(services, context, user), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/logout',
      tags,
      summary: 'End the session',
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const token = deleteCookie(context, SESSION_COOKIE, { path: '/' });
      if (token) await services.sessions.delete(token);
      return context.body(null, 204);
    },
  );
}

async function beginSession(services: Services, context: Context<AppEnv>, user: Principal['user']) {
  context.set('auditNote', { actor: user });
  const session = await services.sessions.create({
    userId: user.id,
    lifetimeMilliseconds: SESSION_MILLISECONDS,
    address: clientAddress(context, services.options.trustProxy),
    browser: browserName(context.req.header('user-agent') ?? ''),
  });
  setCookie(context, SESSION_COOKIE, session.token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: SESSION_MILLISECONDS / 1000,
    secure: isSecure(context, services.options.trustProxy),
  });
  return sessionView(services, toPrincipal({ user, via: 'session', csrfToken: session.csrfToken }));
}

async function sessionView(services: Services, principal: Principal | null) {
  const { mode } = services.options;
  return {
    mode: mode === 'login' && !(await isSetUp(services)) ? ('setup' as const) : mode,
    user: principal ? { id: principal.user.id, name: principal.user.name, role: principal.user.role } : null,
    csrfToken: principal?.csrfToken ?? null,
    version: services.version,
  };
}
