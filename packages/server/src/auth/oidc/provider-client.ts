import type { Configuration, CustomFetch } from 'openid-client';
import type { Outgoing } from '../../http/outgoing.js';
import { isLoopbackName } from '../is-loopback-name.js';
import type { IdentityProvider } from './identity-provider.js';

const KEPT_MILLISECONDS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;
const discovered = new WeakMap<Outgoing, Map<string, { until: number; found: Promise<Configuration> }>>();

/** Loaded at the first log-in through a provider; most servers have none. */
export const openidClient = () => import('openid-client');

/** The provider's discovery document, cached for an hour. Throws if it cannot be reached. */
export function providerClient(outgoing: Outgoing, provider: IdentityProvider): Promise<Configuration> {
  const key = JSON.stringify(provider);
  const all = discovered.get(outgoing) ?? new Map<string, { until: number; found: Promise<Configuration> }>();
  discovered.set(outgoing, all);
  const known = all.get(key);
  if (known && known.until > Date.now()) return known.found;
  const found = discover(outgoing, provider);
  all.set(key, { until: Date.now() + KEPT_MILLISECONDS, found });
  // Do not cache a failure.
  found.catch(() => all.delete(key));
  return found;
}

async function discover(outgoing: Outgoing, provider: IdentityProvider): Promise<Configuration> {
  const client = await openidClient();
  const { clientId, clientSecret, clientAuthentication } = provider;
  const issuer = new URL(provider.issuer);
  const authentication =
    clientSecret === null
      ? client.None()
      : clientAuthentication === 'post'
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret);
  return client.discovery(issuer, clientId, undefined, authentication, {
    // Also used for the token, key and user-info endpoints of the provider.
    [client.customFetch]: outgoing.fetchOf(issuer) as CustomFetch,
    timeout: TIMEOUT_SECONDS,
    // The settings allow no other provider without encryption.
    execute: isLoopbackName(issuer.hostname) ? [client.allowInsecureRequests] : [],
  });
}
