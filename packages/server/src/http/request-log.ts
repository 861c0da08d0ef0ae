import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Services } from '../services.js';
import type { AppEnv } from './app-env.js';

/** OPS-3: what was asked and how it went; no query, no body, no header: nothing that a person wrote. */
export function requestLog(services: Services): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - started);
    // The page answers every address that nothing else does: its pattern says nothing.
    const route = matchedRoutes(context).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'page';
    const { status } = context.res;
    services.metrics.request({ method: context.req.method, route, status, milliseconds });
    services.log.debug(
      {
        requestId: context.get('requestId'),
        method: context.req.method,
        route,
        status,
        milliseconds,
        userId: context.get('principal')?.user.id ?? null,
      },
      'request',
    );
  };
}
