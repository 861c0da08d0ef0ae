import type { z } from 'zod';
import type { IdentityProviderSchema } from '../../api/schemas/index.js';
import { readSettingsFile } from '../../models/settings-file.js';
import type { Services } from '../../services.js';
import { readSystemSettings } from '../../settings/system-settings.js';

/** ORG-1: an OpenID Connect provider that users log in through, with its secret. */
export type IdentityProvider = Omit<z.infer<typeof IdentityProviderSchema>, 'clientSecret'> & {
  clientSecret: string | null;
};

/** Providers from `settings.json`, which take precedence, and from the page. None in local mode. */
export async function identityProviders(
  services: Pick<Services, 'options' | 'settings' | 'secrets'>,
): Promise<IdentityProvider[]> {
  const { mode, dataFolder } = services.options;
  if (mode === 'local') return [];
  const file = (await readSettingsFile(dataFolder)).identityProviders;
  const stored = (await readSystemSettings(services.settings)).identityProviders;
  return [
    ...file.map(({ clientSecret, ...one }) => ({ ...one, clientSecret: clientSecret ?? null })),
    ...stored
      .filter(({ id }) => !file.some((one) => one.id === id))
      .map(({ sealedSecret, ...one }) => ({
        ...one,
        clientSecret: sealedSecret ? services.secrets.open(sealedSecret) : null,
      })),
  ];
}

export async function findIdentityProvider(
  services: Pick<Services, 'options' | 'settings' | 'secrets'>,
  id: string,
): Promise<IdentityProvider | null> {
  return (await identityProviders(services)).find((one) => one.id === id) ?? null;
}
