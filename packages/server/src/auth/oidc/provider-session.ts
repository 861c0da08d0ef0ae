import type { Configuration, refreshTokenGrant } from 'openid-client';
import type { Session, SessionIdentity } from '@ibid/store/internal';
import type { Services } from '../../services.js';
import { findIdentityProvider } from './identity-provider.js';
import type { IdentityProvider } from './identity-provider.js';
import { changeOf, claimAt, personOfClaims } from './person-of-claims.js';
import type { Claims } from './person-of-claims.js';
import { openidClient, providerClient } from './provider-client.js';

/** The provider's tokens, stored sealed: for checking again and for logging out there. */
export interface ProviderTokens {
  /** The issuer and subject they belong to; valid for no other. */
  issuer: string;
  subject: string;
  access: string;
  refresh: string | null;
  id: string | null;
  /** Whether the user-info endpoint also returns groups, or only the ID token does. */
  tellsGroups: boolean;
}

type Tokens = Awaited<ReturnType<typeof refreshTokenGrant>>;

/** The provider's current claims about a user, from the ID token and the user-info endpoint. */
export async function claimsOf(options: {
  configuration: Configuration;
  provider: IdentityProvider;
  tokens: Tokens;
  subject: string;
}): Promise<{ claims: Claims; tellsGroups: boolean }> {
  const { configuration, provider, tokens, subject } = options;
  const told = configuration.serverMetadata().userinfo_endpoint
    ? await (await openidClient()).fetchUserInfo(configuration, tokens.access_token, subject)
    : {};
  const { groupsClaim } = provider;
  return {
    claims: { ...tokens.claims(), ...told },
    tellsGroups: groupsClaim !== null && claimAt(told, groupsClaim) !== undefined,
  };
}

export function tokensOf(
  tokens: Tokens,
  rest: Pick<ProviderTokens, 'issuer' | 'subject' | 'tellsGroups'>,
  before?: ProviderTokens,
): ProviderTokens {
  const { issuer, subject, tellsGroups } = rest;
  return {
    issuer,
    subject,
    tellsGroups,
    access: tokens.access_token,
    refresh: tokens.refresh_token ?? before?.refresh ?? null,
    id: tokens.id_token ?? before?.id ?? null,
  };
}

/** Null if they were sealed with another key. */
export function openTokens(
  services: Pick<Services, 'secrets'>,
  session: Pick<Session, 'identity'>,
): ProviderTokens | null {
  const text = session.identity ? services.secrets.open(session.identity.sealedTokens) : null;
  return text === null ? null : (JSON.parse(text) as ProviderTokens);
}

type Needed = Pick<Services, 'options' | 'outgoing' | 'settings' | 'secrets' | 'sessions' | 'users' | 'log'>;

/**
 * ORG-1: whether a provider's session may continue. The provider is asked again every few minutes: groups and role are
 * updated, and users who may no longer log in there are logged out here. While it cannot be reached, sessions continue
 * until they expire; otherwise an outage would lock everybody out.
 */
export async function mayGoOn(services: Needed, token: string, session: Session): Promise<boolean> {
  const { identity } = session;
  if (!identity) return true;
  // A refresh token may work only once, so other requests wait for the one that uses it.
  const other = asking.get(token);
  if (other) return other;
  const asked = checked(services, token, session, identity).finally(() => asking.delete(token));
  asking.set(token, asked);
  return asked;
}

const asking = new Map<string, Promise<boolean>>();

async function checked(
  services: Needed,
  token: string,
  session: Session,
  identity: SessionIdentity,
): Promise<boolean> {
  try {
    const provider = await findIdentityProvider(services, identity.providerId);
    const kept = openTokens(services, session);
    // A different provider with the same id must not receive this one's tokens.
    if (!provider || kept?.issuer !== provider.issuer) return await end(services, token);
    const isDue = Date.parse(identity.checkedAt) + provider.recheckMinutes * 60_000 <= Date.now();
    // Another server is already asking, and will end the session for all if needed.
    if (!isDue || !(await services.sessions.claimCheck(token, identity.checkedAt))) return true;
    return await ask({ services, token, session, provider, kept });
  } catch (error) {
    if (await isRefusal(error)) return end(services, token);
    const { providerId: provider } = identity;
    services.log.warn({ provider, reason: (error as Error).message }, 'no provider to ask');
    return true;
  }
}

async function ask(options: {
  services: Needed;
  token: string;
  session: Session;
  provider: IdentityProvider;
  kept: ProviderTokens;
}): Promise<boolean> {
  const { services, token, session, provider, kept } = options;
  const { subject } = kept;
  const client = await openidClient();
  const configuration = await providerClient(services.outgoing, provider);
  let claims: Claims;
  let isTold = kept.tellsGroups;
  if (kept.refresh === null) {
    claims = await client.fetchUserInfo(configuration, kept.access, subject);
  } else {
    const tokens = await client.refreshTokenGrant(configuration, kept.refresh);
    // Store them at once: the previous ones cannot be used again.
    const now = tokensOf(tokens, kept, kept);
    await services.sessions.keepTokens(token, services.secrets.seal(JSON.stringify(now)));
    ({ claims } = await claimsOf({ configuration, provider, tokens, subject }));
    isTold ||= tokens.id_token !== undefined;
  }
  const user = await services.users.get(session.userId);
  if (!user) return false;
  if (!isTold && provider.groupsClaim !== null) return true;
  const person = personOfClaims(claims, provider);
  if (!person.isAllowed) {
    await services.sessions.deleteOfUser(user.id);
    return false;
  }
  const change = changeOf(user, person);
  if (change) await services.users.update(user.id, change);
  return true;
}

async function end(services: Needed, token: string): Promise<false> {
  await services.sessions.delete(token);
  return false;
}

/** Errors about the user, not about Ibid: an expired client secret must not log anybody out. */
const REFUSALS = [
  'invalid_grant',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
];

async function isRefusal(error: unknown): Promise<boolean> {
  const client = await openidClient();
  if (error instanceof client.ResponseBodyError) return REFUSALS.includes(error.error);
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status === 401;
  const answer = error instanceof client.ClientError ? error.cause : null;
  return answer instanceof Response && answer.status === 401;
}
