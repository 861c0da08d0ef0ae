import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { Forbidden, Unauthenticated } from '../errors/index.js';
import type { AppEnv } from '../http/app-env.js';
import type { Accounts, Configuration, Observability } from '../services.js';
import { requireScope } from './access.js';
import { SESSION_COOKIE, authenticate } from './authenticate.js';
import { isTrustedLocalRequest } from './is-trusted-local-request.js';
import { mayGoOn } from './oidc/provider-session.js';
import type { Principal } from './principal.js';
import { lacksFactor } from './second-factor.js';

/** Open to everyone. All other guarded paths require authentication. */
const PUBLIC =
  /^(?:GET \/api\/session|POST \/api\/(?:login|setup|shared)|GET \/api\/login\/[^/]+(?:\/callback)?)$/u;

/** `operation` is a method and a path, such as `GET /api/session`. */
export function isPublic(operation: string): boolean {
  return PUBLIC.test(operation);
}

/** POST requests that change nothing, allowed with a read-only key. */
const READING_SENDS = /^\/api\/(?:search|(?:conversations\/[^/]+\/)?preview)$/u;

/** Routes open to users who must first set up a second factor. */
const SETTING_UP = /^(?:GET \/api\/second-factor|POST \/api\/(?:second-factor(?:\/confirm)?|logout))$/u;

export const GUARDED = /^\/(?:api|v1|mcp|metrics)(?:\/|$)/u;

/** Identifies the user, possibly none. In local mode, rejects requests from foreign pages. */
export function identify(services: Configuration & Observability & Accounts): MiddlewareHandler<AppEnv> {
  const { mode } = services.options;
  return async (context, next) => {
    if (mode === 'local' && !isTrustedLocalRequest(originHeaders(context)))
      throw new Forbidden('The server answers only pages on this machine.', 'foreign_origin');
    if (!GUARDED.test(context.req.path)) return next();
    const principal = await authenticate({
      mode,
      credentials: {
        bearer: /^bearer\s+(.+)$/iu.exec(context.req.header('authorization') ?? '')?.[1]?.trim() ?? null,
        sessionToken: getCookie(context, SESSION_COOKIE) ?? null,
      },
      users: services.users,
      sessions: services.sessions,
      apiKeys: services.apiKeys,
      mayGoOn: (token, session) => mayGoOn(services, token, session),
      lacksFactor: (user, { identity }) => lacksFactor(services, { user, identity }),
    });
    context.set('principal', principal);
    return next();
  };
}

/**
 * Rejects unauthenticated requests, foreign pages and keys with insufficient scope. Runs after the rate limits, which
 * also apply to strangers.
 */
export function guard(): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    const { path, method } = context.req;
    if (!GUARDED.test(path) || isPublic(`${method} ${path}`)) return next();
    const principal = context.get('principal');
    if (!principal)
      throw /^bearer\s/iu.test(context.req.header('authorization') ?? '')
        ? new Unauthenticated(
            'This API key is not valid: it may be mistyped, expired or deleted. Check it, or make a new one in the settings.',
          )
        : new Unauthenticated();
    if (principal.lacksFactor && !SETTING_UP.test(`${method} ${path}`))
      throw new Unauthenticated(
        'A second factor is required here. Log in on the page and set it up first.',
        'second_factor_required',
      );
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method) || READING_SENDS.test(path);
    requireScope(principal, reads || path === '/mcp' ? 'read' : 'write');
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) requireCsrfToken(context, principal);
    return next();
  };
}

function originHeaders(context: Context<AppEnv>) {
  return {
    host: context.env?.incoming ? (context.req.header('host') ?? null) : null,
    origin: context.req.header('origin') ?? null,
  };
}

/** A browser sends the cookie for any page; only our own page sends the token. */
function requireCsrfToken(context: Context<AppEnv>, principal: Principal): void {
  if (principal.via !== 'session') return;
  const sent = Buffer.from(context.req.header('x-csrf-token') ?? '');
  const expected = Buffer.from(principal.csrfToken ?? '');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new Forbidden(
      'The request has no valid session token. Reload the page. A program sends the csrfToken of GET /api/session as the header x-csrf-token.',
      'csrf_token_missing',
    );
}
