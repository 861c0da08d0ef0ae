import type { ApiKeyScope } from '@ibid/store/internal';
import type { Context } from 'hono';
import { Forbidden, Unauthenticated } from '../errors/index.js';
import type { AppEnv } from '../http/app-env.js';
import type { Principal } from './principal.js';

/** The authenticated principal; throws if there is none or the key's scope is insufficient. */
export function principalOf(context: Context<AppEnv>, scope?: ApiKeyScope): Principal {
  const principal = context.get('principal');
  if (!principal) throw new Unauthenticated();
  if (scope) requireScope(principal, scope);
  return principal;
}

export function requireScope(principal: Principal, scope: ApiKeyScope): void {
  const held = principal.scopes;
  const enough =
    held.includes(scope) ||
    (scope === 'read' && (held.includes('write') || held.includes('admin'))) ||
    (scope === 'write' && held.includes('admin'));
  if (!enough) throw new Forbidden(`The API key lacks the scope "${scope}".`, 'scope_missing');
}

export function administratorOf(context: Context<AppEnv>): Principal {
  const principal = principalOf(context, 'admin');
  if (!mayConfigure(principal)) throw new Forbidden('Only administrators may do this.');
  return principal;
}

/** An administrator, not using a key with a smaller scope. */
export function mayConfigure(principal: Principal): boolean {
  return principal.user.role === 'administrator' && principal.scopes.includes('admin');
}
