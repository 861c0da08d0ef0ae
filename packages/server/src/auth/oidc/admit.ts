import type { User } from '@ibid/store/internal';
import { Forbidden } from '../../errors/index.js';
import type { Services } from '../../services.js';
import { changeOf } from './person-of-claims.js';
import type { PersonOfClaims } from './person-of-claims.js';

const MOST_OF_ONE_NAME = 1_000;

/**
 * ORG-1: the user of a provider's login, created at the first log-in. Never matches an existing user by name or e-mail
 * address: someone who can choose theirs at a provider could become anybody.
 */
export async function admit(
  services: Pick<Services, 'users'>,
  identity: { issuer: string; subject: string },
  person: PersonOfClaims,
): Promise<User> {
  const user = (await services.users.findByIdentity(identity)) ?? (await make(services, identity, person));
  if (user.disabled) throw new Forbidden('This account is disabled. Ask an administrator.', 'login_refused');
  const change = changeOf(user, person);
  return (change && (await services.users.update(user.id, change))) ?? user;
}

async function make(
  { users }: Pick<Services, 'users'>,
  identity: { issuer: string; subject: string },
  { name, groups, role }: PersonOfClaims,
): Promise<User> {
  for (let number = 1; number <= MOST_OF_ONE_NAME; number += 1) {
    const made = await users.createWithIdentity({
      name: number === 1 ? name : `${name} (${number})`,
      role: role ?? 'member',
      groups: groups ?? [],
      identity,
    });
    if (made) return made;
  }
  throw new Forbidden(`Too many users are called "${name}".`, 'login_refused');
}
