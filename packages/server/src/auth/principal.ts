import type { Viewer } from '@ibid/retrieval';
import type { ApiKeyScope, User } from '@ibid/store/internal';

/** The author of a request, and how they authenticated. */
export interface Principal {
  user: Pick<User, 'id' | 'name' | 'role' | 'groups'>;
  /** For access to knowledge. Never an administrator's, who has no right to read what others keep private. */
  viewer: Viewer;
  via: 'local' | 'session' | 'key';
  scopes: readonly ApiKeyScope[];
  /** For a session; otherwise null. */
  csrfToken: string | null;
  /** For a key; otherwise null. */
  keyId: string | null;
  /** ORG-1: their role requires a second factor, and they have none yet. */
  lacksFactor: boolean;
}

const ALL_SCOPES: readonly ApiKeyScope[] = ['read', 'write', 'admin'];

/** The one user of local mode. */
export const LOCAL_USER_ID = 'local';

export function toPrincipal(options: {
  user: Principal['user'];
  via: Principal['via'];
  scopes?: readonly ApiKeyScope[];
  csrfToken?: string;
  keyId?: string;
  lacksFactor?: boolean;
}): Principal {
  const { user, via } = options;
  return {
    user,
    viewer: { userId: user.id, roles: [user.role, ...user.groups], isAdministrator: false },
    via,
    scopes: options.scopes ?? ALL_SCOPES,
    csrfToken: options.csrfToken ?? null,
    keyId: options.keyId ?? null,
    lacksFactor: options.lacksFactor ?? false,
  };
}
