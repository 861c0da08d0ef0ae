import type { z } from '@hono/zod-openapi';
import { packagedSystemPrompt, validateContextSettings } from '@ibid/core';
import type { ContextSettings, JsonValue } from '@ibid/core';
import type { SettingsChangeSchema } from '../api/schemas/index.js';
import { InvalidRequest } from '../errors/index.js';
import type { Services } from '../services.js';
import { SYSTEM_SCOPE, readSystemSettings, readUserSettings } from './system-settings.js';
import type { StoredProvider } from './system-settings.js';

type SettingsChange = z.infer<typeof SettingsChangeSchema>;
type SystemChange = NonNullable<SettingsChange['system']>;

/** Keys are never given out; that there is one is. */
export async function settingsView(services: Services, userId: string, isAdministrator: boolean) {
  const { providers, mcpServers, tools, ...system } = await readSystemSettings(services.settings);
  return {
    system: {
      ...system,
      tools: tools as Record<string, unknown>,
      providers: providers.map(({ sealedKey, ...provider }) => ({
        ...provider,
        apiKeySet: sealedKey !== undefined,
      })),
      // Their headers often hold secrets.
      mcpServers: isAdministrator
        ? mcpServers.map(({ headers, ...server }) => ({ ...server, headersSet: headers !== undefined }))
        : [],
    },
    user: await readUserSettings(services.settings, userId),
    defaults: { systemPrompt: packagedSystemPrompt() },
  };
}

export async function changeSystemSettings(services: Services, change: SystemChange): Promise<void> {
  services.settings.forget(SYSTEM_SCOPE);
  const before = await readSystemSettings(services.settings);
  const { providers, context, mcpServers, ...plain } = change;
  if (context) {
    const merged = { ...before.context, ...defined(context) } as ContextSettings;
    try {
      validateContextSettings(merged);
    } catch (error) {
      throw new InvalidRequest((error as Error).message, 'invalid_setting');
    }
    await store(services, 'context', merged);
  }
  if (providers)
    await store(
      services,
      'providers',
      providers.map((one) => sealed(services, one, before.providers)),
    );
  if (mcpServers) {
    const kept = mcpServers.map(({ headers, ...server }) => {
      const known = headers ?? before.mcpServers.find((one) => one.id === server.id)?.headers;
      return { ...server, ...(known ? { headers: known } : {}) };
    });
    await store(services, 'mcpServers', kept);
  }
  for (const [key, value] of Object.entries(defined(plain))) await store(services, key, value);
  services.models.forget();
}

export async function changeUserSettings(
  services: Services,
  userId: string,
  change: NonNullable<SettingsChange['user']>,
): Promise<void> {
  if (change.timeZone !== undefined) requireTimeZone(change.timeZone);
  for (const [key, value] of Object.entries(defined(change)))
    await services.settings.set(userId, key, value as JsonValue);
}

function sealed(
  services: Services,
  provider: NonNullable<SystemChange['providers']>[number],
  before: readonly StoredProvider[],
): StoredProvider {
  const { apiKey, ...rest } = provider;
  const kept = before.find((one) => one.id === provider.id)?.sealedKey;
  const sealedKey = apiKey ? services.secrets.seal(apiKey) : apiKey === null ? undefined : kept;
  return { ...(defined(rest) as Omit<StoredProvider, 'sealedKey'>), ...(sealedKey ? { sealedKey } : {}) };
}

function requireTimeZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new InvalidRequest(
      `"${zone}" is no time zone. Use a name such as Europe/Berlin.`,
      'invalid_setting',
    );
  }
}

function store(services: Services, key: string, value: unknown): Promise<void> {
  return services.settings.set(SYSTEM_SCOPE, key, value as JsonValue);
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined),
  ) as Partial<Value>;
}
