import type { MiddlewareHandler } from 'hono';
import { GUARDED } from '../auth/guard.js';
import type { AppEnv } from './app-env.js';

/** Scripts and styles only from this server, none inline; components set styles through the DOM. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    context.header('content-security-policy', CONTENT_SECURITY_POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('x-frame-options', 'DENY');
    context.header('referrer-policy', 'no-referrer');
    context.header('cross-origin-opener-policy', 'same-origin');
    context.header('cross-origin-resource-policy', 'same-origin');
    context.header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
    await next();
    // Responses are private: no proxy or disk of a shared machine may store them.
    if (GUARDED.test(context.req.path) && !context.res.headers.has('cache-control'))
      context.res.headers.set('cache-control', 'no-store');
  };
}
