import type { Accounts } from '../services.js';
import { localUser } from './authenticate.js';
import { LOCAL_USER_ID, toPrincipal } from './principal.js';
import type { Principal } from './principal.js';

/** The owner of a job with their current rights; null if the user was deleted. */
export async function principalWhoAsked(services: Accounts, userId: string): Promise<Principal | null> {
  if (userId === LOCAL_USER_ID) return localUser();
  const user = await services.users.get(userId);
  return user ? toPrincipal({ user, via: 'session' }) : null;
}
