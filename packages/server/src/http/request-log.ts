import type { Context, MiddlewareHandler } from 'hono';
import type { Observability } from '../services.js';
import type { AppEnv } from './app-env.js';

/** OPS-3: logs method, route and outcome, but no query, body or header: no user content. */
export function requestLog(services: Observability): MiddlewareHandler<AppEnv> {
  const { telemetry } = services;
  return async (context, next) => {
    const started = performance.now();
    if (telemetry.isOn) {
      const attributes = { 'http.request.method': context.req.method };
      await telemetry.within('request', { attributes, headers: context.req.raw.headers }, async (span) => {
        await next();
        const { status } = context.res;
        span.set({ 'http.route': routeOf(context), 'http.response.status_code': status });
        if (status >= 500) span.end(`http_${status}`);
      });
    } else await next();
    const milliseconds = Math.round(performance.now() - started);
    const route = routeOf(context);
    const { status } = context.res;
    services.metrics.request({ method: context.req.method, route, status, milliseconds });
    telemetry.duration('http.server.request.duration', milliseconds / 1000, {
      'http.request.method': context.req.method,
      'http.route': route,
      'http.response.status_code': status,
    });
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

/**
 * The page's catch-all pattern carries no information and is skipped. Reads the request itself: with two copies of Hono
 * in a program, the helper of one cannot read the requests of the other.
 */
export function routeOf(context: Context<AppEnv>): string {
  return context.req.matchedRoutes.findLast(({ path }) => !path.endsWith('*'))?.path ?? 'page';
}
