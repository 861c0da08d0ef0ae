import type { Session } from '@ibid/store/internal';
import type { Configuration } from '../../services.js';
import { findIdentityProvider } from './identity-provider.js';
import { openidClient, providerClient } from './provider-client.js';
import { openTokens } from './provider-session.js';

/** ORG-1: the address that ends the session at the provider and returns; null if there is none. */
export async function endSessionAddress(
  services: Configuration,
  session: Session,
  origin: string,
): Promise<string | null> {
  const { identity } = session;
  if (!identity) return null;
  try {
    const provider = await findIdentityProvider(services, identity.providerId);
    const kept = openTokens(services, session);
    if (!provider || kept?.issuer !== provider.issuer) return null;
    const configuration = await providerClient(services.outgoing, provider);
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    const { id } = kept;
    const { buildEndSessionUrl } = await openidClient();
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${origin}/`,
      ...(id ? { id_token_hint: id } : {}),
    }).href;
  } catch {
    // Unreachable; the session here has ended anyway.
    return null;
  }
}
