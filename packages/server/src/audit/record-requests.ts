import type { AuditEvent } from '@ibid/store/internal';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.js';
import { clientAddress } from '../http/client-address.js';
import { routeOf } from '../http/request-log.js';
import type { Auditing, Configuration } from '../services.js';
import { type AuditedRoute, auditedRoute } from './audited-routes.js';

/** Neither done nor refused: invalid requests, or too many. */
const WITHOUT_OUTCOME = new Set([400, 413, 429]);
const LONGEST_ID = 100;
/** Logged even without a user, since refusals are worth knowing here. */
const FOR_STRANGERS = new Set(['login', 'setup']);

/**
 * ORG-2: writes a line about the request before the response is sent, so every request that got a response has one. If
 * the line cannot be written, the request fails and nothing goes unnoticed.
 */
export function recordRequests(services: Configuration & Auditing): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next();
    const note = context.get('auditNote');
    // Covers every way of logging in.
    const audited =
      auditedRoute(context.req.method, routeOf(context)) ?? (note?.actor ? { action: 'login' } : null);
    if (!audited || WITHOUT_OUTCOME.has(context.res.status)) return;
    const principal = context.get('principal');
    const actor = note?.actor ?? principal?.user ?? null;
    if (!actor && !FOR_STRANGERS.has(audited.action)) return;
    const details = audited.details ? audited.details(sentOf(context)) : {};
    if (!details) return;
    const outcome = outcomeOf(context.res.status);
    await services.audit.append({
      actor: actor ? { id: actor.id, name: actor.name } : null,
      via: principal?.via ?? 'session',
      address: clientAddress(context, services.options.trustProxy),
      action: audited.action,
      target: note?.target ?? (await targetOf(context, audited)),
      outcome,
      details: {
        ...details,
        ...note?.details,
        ...(principal?.keyId ? { keyId: principal.keyId } : {}),
        ...(outcome === 'done' ? {} : { status: context.res.status }),
      },
    });
  };
}

function outcomeOf(status: number): AuditEvent['outcome'] {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

/** Body and query as validated by the route; empty if the request was refused before that. */
function sentOf(context: Context<AppEnv>): Record<string, unknown> {
  const { req } = context as { req: { valid: (from: string) => object | undefined } };
  return { ...req.valid('query'), ...req.valid('json') };
}

async function targetOf(context: Context<AppEnv>, audited: AuditedRoute): Promise<AuditEvent['target']> {
  const { target: kind, param = 'id' } = audited;
  if (kind === undefined) return null;
  // Parsed from the address: a request refused early never reached its route.
  const place = routeOf(context).split('/').indexOf(`:${param}`);
  const named = place < 0 ? undefined : context.req.path.split('/')[place];
  if (named !== undefined) return { kind, id: named.slice(0, LONGEST_ID) };
  if (context.res.status !== 201) return null;
  const { id } = (await context.res.clone().json()) as { id?: string };
  return id === undefined ? null : { kind, id };
}
