import type { Configuration } from 'openid-client';
import { isLoopbackName } from '../is-loopback-name.js';
import type { IdentityProvider } from './identity-provider.js';

const KEPT_MILLISECONDS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;
const discovered = new Map<string, { until: number; found: Promise<Configuration> }>();

/** Loaded at the first log-in through a provider: most servers have none. */
export const openidClient = () => import('openid-client');

/** What the provider says of itself, asked once an hour. Throws where it cannot be reached. */
export function providerClient(provider: IdentityProvider): Promise<Configuration> {
  const key = JSON.stringify(provider);
  const known = discovered.get(key);
  if (known && known.until > Date.now()) return known.found;
  const found = discover(provider);
  discovered.set(key, { until: Date.now() + KEPT_MILLISECONDS, found });
  // Not found this time is no answer to keep.
  found.catch(() => discovered.delete(key));
  return found;
}

async function discover(provider: IdentityProvider): Promise<Configuration> {
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
    timeout: TIMEOUT_SECONDS,
    // The settings let no other in without encryption.
    execute: isLoopbackName(issuer.hostname) ? [client.allowInsecureRequests] : [],
  });
}
