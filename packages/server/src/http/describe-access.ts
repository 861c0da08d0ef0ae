import { isPublic } from '../auth/guard.js';

/** What a session needs and an API key may not have: it would outlive itself, or lock its owner out. */
const SESSION_ONLY = /^(?:POST \/api\/(?:keys|password)|\w+ \/api\/(?:sessions|second-factor)(?:\/[^/]+)?)$/u;

/** How a request says who sends it. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key. `POST /api/keys` creates one, with a session.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ibid_session',
    description: 'The cookie that `POST /api/login` and `POST /api/setup` set.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description:
      'With a session, for every request that changes something: the `csrfToken` that `GET /api/session` returns.',
  },
} as const;

/** What an operation asks for: one of the entries, with all that the entry names. A server without log-in asks nothing. */
export function accessTo(method: string, path: string): Record<string, string[]>[] {
  const operation = `${method.toUpperCase()} ${path}`;
  if (isPublic(operation)) return [];
  const session = method === 'get' ? { session: [] } : { session: [], csrfToken: [] };
  return SESSION_ONLY.test(operation) ? [session] : [{ apiKey: [] }, session];
}
