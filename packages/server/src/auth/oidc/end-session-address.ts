import { buildEndSessionUrl } from 'openid-client';
import type { Session } from '@ibid/store';
import type { Services } from '../../services.js';
import { findIdentityProvider } from './identity-provider.js';
import { providerClient } from './provider-client.js';
import { openTokens } from './provider-session.js';

/** ORG-1: where the browser ends the session at the provider too, and comes back from; null where there is none to end. */
export async function endSessionAddress(
  services: Services,
  session: Session,
  origin: string,
): Promise<string | null> {
  const { identity } = session;
  const provider = identity ? await findIdentityProvider(services, identity.providerId) : null;
  if (!provider) return null;
  try {
    const configuration = await providerClient(provider);
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    const id = openTokens(services, session)?.id;
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${origin}/`,
      ...(id ? { id_token_hint: id } : {}),
    }).href;
  } catch {
    // It cannot be reached: the session here is over all the same.
    return null;
  }
}
