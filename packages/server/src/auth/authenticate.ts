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
  /** Of the `authorization` header, without the word Bearer. */
  bearer: string | null;
  sessionToken: string | null;
}

/** Null: nobody. In local mode everybody who reaches the server is its one user. */
export async function authenticate(options: {
  mode: 'local' | 'login';
  credentials: Credentials;
  users: UserRepository;
  sessions: SessionRepository;
  apiKeys: ApiKeyRepository;
  /** False: it was begun elsewhere, and ends because that place says so. */
  mayGoOn: (token: string, session: Session) => Promise<boolean>;
  /** Whether a second factor has to be set up before anything else. */
  lacksFactor: (user: User, session: Session) => Promise<boolean>;
}): Promise<Principal | null> {
  const { credentials, users } = options;
  if (credentials.bearer) {
    const key = await options.apiKeys.find(credentials.bearer);
    const owner = key ? await users.get(key.userId) : null;
    if (key && owner && !owner.disabled)
      return toPrincipal({ user: owner, via: 'key', scopes: key.scopes, keyId: key.id });
    // A key that is wrong must not turn into somebody else: except in local mode, where clients that insist on a key
    // send any.
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

/** The one of local mode, whom no table knows. */
export function localUser(): Principal {
  return toPrincipal({
    user: { id: LOCAL_USER_ID, name: 'You', role: 'administrator', groups: [] },
    via: 'local',
  });
}
