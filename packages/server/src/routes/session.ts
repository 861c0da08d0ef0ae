import { createRoute, z } from '@hono/zod-openapi';
import { deleteCookie } from 'hono/cookie';
import type { Context } from 'hono';
import { LoginSchema, SessionSchema, SetupSchema } from '../api/schemas/index.js';
import { SESSION_COOKIE } from '../auth/authenticate.js';
import { beginSession } from '../auth/begin-session.js';
import { createLoginAttempts } from '../auth/login-attempts.js';
import { endSessionAddress } from '../auth/oidc/end-session-address.js';
import { identityProviders } from '../auth/oidc/identity-provider.js';
import { hashPassword, verifyPassword } from '../auth/passwords.js';
import { toPrincipal } from '../auth/principal.js';
import type { Principal } from '../auth/principal.js';
import { lacksFactor, takeCode } from '../auth/second-factor.js';
import { consumeSetupToken, isSetUp } from '../auth/setup.js';
import { requireStrongPassword } from '../auth/strong-password.js';
import { Conflict, Forbidden, Unauthenticated } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { addressGroup, clientAddress, publicOrigin } from '../http/client-address.js';
import { createRateLimit } from '../http/rate-limits.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Accounts, Configuration, Observability, Processes } from '../services.js';
import { registerIdentityRoutes } from './identity.js';

const tags = ['Session'];

export function registerSessionRoutes(
  api: Api,
  services: Configuration & Observability & Accounts & Processes,
): void {
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
      summary: 'Who you are, and how people log in to this server',
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
      const { name, password, code } = context.req.valid('json');
      const address = addressGroup(clientAddress(context, trustProxy));
      const user = await services.users.findByName(name);
      const isKnownAddress = await services.sessions.knowsAddress(user?.id ?? '', address);
      const attempt = await beginLogin({ name, address, isKnownAddress });
      // The name as sent is not logged: sometimes it is a password.
      if (user) context.set('auditNote', { target: { kind: 'user', id: user.id } });
      const right = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !right || user.disabled)
        throw new Unauthenticated('Name or password is wrong.', 'wrong_credentials');
      if ((await services.secondFactors.get(user.id))?.isConfirmed) {
        if (code === undefined) {
          // Not a failed guess; but earlier failures are kept, or codes could be guessed forever.
          await attempt.withdraw();
          throw new Unauthenticated('Enter the code of your second factor.', 'second_factor_needed');
        }
        const way = await takeCode(services, user.id, code);
        if (way === null) throw new Unauthenticated('The code is wrong, or was used before.', 'wrong_code');
        if (way === 'recovery-code')
          context.set('auditNote', {
            target: { kind: 'user', id: user.id },
            details: { recoveryCode: true },
          });
      }
      await attempt.succeeded();
      await services.sessions.rememberAddress(user.id, address);
      return context.json(await begin(services, context, user), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup',
      tags,
      summary: 'Create the first administrator, with the one-time link printed at the first start',
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
      return context.json(await begin(services, context, user), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/logout',
      tags,
      summary: 'End the session; where one at a provider goes with it, the answer says where to end that',
      responses: {
        200: jsonAnswer(z.object({ endSessionUrl: z.string() }), 'Where to log out too'),
        ...nothing,
        ...problems,
      },
    }),
    async (context) => {
      const token = deleteCookie(context, SESSION_COOKIE, { path: '/' });
      const session = token ? await services.sessions.find(token) : null;
      if (token) await services.sessions.delete(token);
      const endSessionUrl =
        session && (await endSessionAddress(services, session, publicOrigin(context, services.options)));
      return endSessionUrl ? context.json({ endSessionUrl }, 200) : context.body(null, 204);
    },
  );

  registerIdentityRoutes(api, services);
}

async function begin(services: Configuration & Accounts, context: Context<AppEnv>, user: Principal['user']) {
  context.set('auditNote', { ...context.get('auditNote'), actor: user });
  const { csrfToken } = await beginSession(services, context, { userId: user.id });
  const isLacking = await lacksFactor(services, { user, identity: null });
  return sessionView(services, toPrincipal({ user, via: 'session', csrfToken, lacksFactor: isLacking }));
}

async function sessionView(services: Configuration & Accounts, principal: Principal | null) {
  const { mode } = services.options;
  // An unreadable settings file must not lock out users who have a password.
  const providers = await identityProviders(services).catch(() => []);
  return {
    mode: mode === 'login' && !(await isSetUp(services)) ? ('setup' as const) : mode,
    user: principal ? { id: principal.user.id, name: principal.user.name, role: principal.user.role } : null,
    csrfToken: principal?.csrfToken ?? null,
    mustSetUpSecondFactor: principal?.lacksFactor ?? false,
    identityProviders: providers.map(({ id, name }) => ({ id, name })),
    version: services.version,
  };
}
