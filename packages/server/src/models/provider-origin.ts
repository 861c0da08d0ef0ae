import { PROVIDER_KINDS } from './provider-kinds.js';
import type { ProviderKind } from './provider-kinds.js';

/** Where a provider's key is sent. A key entered for one address is never sent to another. */
export function providerOrigin(provider: {
  kind: ProviderKind;
  baseUrl?: string | null | undefined;
}): string {
  return provider.baseUrl ? new URL(provider.baseUrl).origin : PROVIDER_KINDS[provider.kind].origin;
}
