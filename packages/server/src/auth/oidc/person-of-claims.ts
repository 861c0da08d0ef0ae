import type { User, UserRole } from '@ibid/store/internal';
import type { IdentityProvider } from './identity-provider.js';

export type Claims = Readonly<Record<string, unknown>>;

const MOST_GROUPS = 200;
const MOST_CHARACTERS = 100;

export interface PersonOfClaims {
  /** Display name; not unique. */
  name: string;
  /** Null: the provider does not say, so it is set manually. */
  groups: string[] | null;
  role: UserRole | null;
  /** False: in none of the groups that may use this server. */
  isAllowed: boolean;
}

/**
 * ORG-1: the claims of a provider that Ibid uses. Users without groups often come without the claim, so if groups are
 * configured, a missing claim means none.
 */
export function personOfClaims(
  claims: Claims,
  provider: Pick<IdentityProvider, 'groupsClaim' | 'administratorGroups' | 'allowedGroups'>,
): PersonOfClaims {
  const { groupsClaim, administratorGroups, allowedGroups } = provider;
  const said = groupsClaim === null ? null : groupsOf(claims, groupsClaim);
  const isIn = (groups: readonly string[]) => groups.some((group) => said?.includes(group));
  return {
    name: nameOf(claims),
    // Ibid's roles are not groups: a provider's group of that name must not get access to what is shared with them.
    groups: said?.filter((group) => !isRole(group)).slice(0, MOST_GROUPS) ?? null,
    role: administratorGroups.length === 0 ? null : isIn(administratorGroups) ? 'administrator' : 'member',
    isAllowed: allowedGroups.length === 0 || isIn(allowedGroups),
  };
}

/** The fields that differ from the stored user. */
export function changeOf(
  user: User,
  { groups, role }: PersonOfClaims,
): Partial<Pick<User, 'groups' | 'role'>> | null {
  const change = {
    ...(role !== null && role !== user.role ? { role } : {}),
    ...(groups !== null && JSON.stringify(groups) !== JSON.stringify(user.groups) ? { groups } : {}),
  };
  return Object.keys(change).length > 0 ? change : null;
}

function isRole(group: string): boolean {
  return (['administrator', 'member'] satisfies UserRole[]).some((role) => role === group);
}

/** A claim, possibly nested: `realm_access.roles`. */
export function claimAt(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Claims)[name]
          : undefined,
      claims,
    );
}

function groupsOf(claims: Claims, path: string): string[] {
  const value = claimAt(claims, path);
  const all = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  const named = all.filter((group): group is string => typeof group === 'string' && group.trim() !== '');
  return [...new Set(named.filter((group) => group.length <= MOST_CHARACTERS))];
}

function nameOf(claims: Claims): string {
  for (const key of ['preferred_username', 'email', 'name', 'sub']) {
    const value = claims[key];
    const name = typeof value === 'string' ? value.replaceAll(/\p{C}/gu, '').trim() : '';
    if (name !== '') return name.slice(0, MOST_CHARACTERS - 8).trim();
  }
  return 'user';
}
