import type {
  ApiKeyRepository,
  Session,
  SessionRepository,
  User,
  UserRepository,
} from '@ibid/store/internal';
import { LOCAL_USER_ID, toPrincipal } from './principal.js';
import type { Principal } from './principal.js';

export const SESSION_COOKIE = 'ibid_session';

export interface Credentials {
  /** The `authorization` header without `Bearer`. */
  bearer: string | null;
  sessionToken: string | null;
}

/** Null: not authenticated. In local mode, everyone who reaches the server is its one user. */
export async function authenticate(options: {
  mode: 'local' | 'login';
  credentials: Credentials;
  users: UserRepository;
  sessions: SessionRepository;
  apiKeys: ApiKeyRepository;
  /** False if the provider that began the session says that it has ended. */
  mayGoOn: (token: string, session: Session) => Promise<boolean>;
  /** Whether a second factor must be set up first. */
  lacksFactor: (user: User, session: Session) => Promise<boolean>;
}): Promise<Principal | null> {
  const { credentials, users } = options;
  if (credentials.bearer) {
    const key = await options.apiKeys.find(credentials.bearer);
    const owner = key ? await users.get(key.userId) : null;
    if (key && owner && !owner.disabled)
      return toPrincipal({ user: owner, via: 'key', scopes: key.scopes, keyId: key.id });
    // A wrong key must not authenticate as somebody else. The exception is local mode, where clients that insist on a
    // key send any.
    return options.mode === 'local' ? localUser() : null;
  }
  if (options.mode === 'local') return localUser();
  if (!credentials.sessionToken) return null;
  const session = await options.sessions.find(credentials.sessionToken);
  if (!session || !(await options.mayGoOn(credentials.sessionToken, session))) return null;
  const user = await users.get(session.userId);
  if (!user || user.disabled) return null;
  const lacksFactor = await options.lacksFactor(user, session);
  return toPrincipal({ user, via: 'session', csrfToken: session.csrfToken, lacksFactor });
}

/** The user of local mode, who is not in the database. */
export function localUser(): Principal {
  return toPrincipal({
    user: { id: LOCAL_USER_ID, name: 'You', role: 'administrator', groups: [] },
    via: 'local',
  });
}
