import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { recordRequests } from '../audit/record-requests.js';
import { guard, identify } from '../auth/guard.js';
import { InvalidRequest, NotFound, TooLarge, UnsupportedParameter } from '../errors/index.js';
import type { Accounts, Auditing, Budgets, Configuration, Observability, Processes } from '../services.js';
import type { Api, AppEnv } from './app-env.js';
import { inOneText, invalidFields } from './invalid-fields.js';
import { rateLimits } from './rate-limits.js';
import { requestLog } from './request-log.js';
import { securityHeaders } from './security-headers.js';
import { openAIError } from '../openai/openai-error.js';
import { toProblem } from './to-problem.js';

/** Uploads have their own limits, applied while they stream. */
const UPLOADS = /^\/api\/(?:files|knowledge-bases\/[^/]+\/uploads|projects\/[^/]+\/files)$/u;

/** The application without its routes: what applies to every request. */
export function createApi(
  services: Configuration & Observability & Auditing & Accounts & Budgets & Processes,
): Api {
  const api = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const fields = invalidFields(result.error.issues);
      throw new InvalidRequest(inOneText(fields), undefined, fields[0]?.field || null, fields);
    },
  });
  const limit = bodyLimit({
    maxSize: services.options.limits.bodyBytes,
    onError: () => {
      throw new TooLarge();
    },
  });
  api.use(async (context, next) => {
    context.set('principal', null);
    context.set('requestId', randomUUID());
    context.header('x-request-id', context.get('requestId'));
    await next();
  });
  api.use(requestLog(services));
  api.use(securityHeaders());
  if (services.options.allowedOrigins.length > 0)
    api.use(
      cors({ origin: [...services.options.allowedOrigins], exposeHeaders: ['x-request-id'], maxAge: 600 }),
    );
  api.use((context, next) => {
    if (UPLOADS.test(context.req.path)) return next();
    // Node's parser enforces the announced length; only a body without one must be counted while it is read.
    const announced = context.env?.incoming ? Number(context.req.header('content-length') ?? NaN) : NaN;
    if (announced <= services.options.limits.bodyBytes && !context.req.header('transfer-encoding'))
      return next();
    return limit(context, next);
  });
  api.use(recordRequests(services));
  api.use(identify(services));
  api.use(rateLimits(services));
  api.use(guard());

  api.notFound((context) => {
    const { problem } = toProblem(new NotFound('There is no such address.'));
    if (isOpenAI(context.req.path)) return context.json({ error: openAIError(problem).error }, 404);
    return context.json(problem, 404, { 'content-type': 'application/problem+json' });
  });
  api.onError((error, context) => {
    const { problem, headers, isUnexpected } = toProblem(error);
    if (isUnexpected)
      services.log.error({ err: error, requestId: context.get('requestId') }, 'a request failed');
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (isOpenAI(context.req.path)) {
      const isNamed = error instanceof UnsupportedParameter || error instanceof InvalidRequest;
      const { status, error: told } = openAIError(problem, isNamed ? error.param : null);
      return context.json({ error: told }, status as 400);
    }
    return context.json(problem, problem.status as 400, { 'content-type': 'application/problem+json' });
  });
  return api;
}

function isOpenAI(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}
