import { isAbsolute } from 'node:path';
import type { z } from '@hono/zod-openapi';
import {
  packagedSystemPrompt,
  validateContextSettings,
  validateDescriptorSettings,
} from '@ibid/core/internal';
import type { ContextSettings, JsonValue } from '@ibid/core';
import type { SettingsChangeSchema } from '../api/schemas/index.js';
import { mayConfigure } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { InvalidRequest } from '../errors/index.js';
import { assertFolderAllowed } from '../knowledge/folder-guard.js';
import { choiceProblem, localChoice } from '../models/search-models/local-choice.js';
import type { Budgets, Configuration, Models } from '../services.js';
import { sealIdentityProvider, sealMcpServer, sealProvider } from './seal-secrets.js';
import type { SentProvider } from './seal-secrets.js';
import { SYSTEM_SCOPE, readSystemSettings, readUserSettings } from './system-settings.js';
import type { HandleSettings } from './system-settings.js';

type SettingsChange = z.infer<typeof SettingsChangeSchema>;
type SystemChange = NonNullable<SettingsChange['system']>;

/**
 * Keys are never returned, only whether there is one. System settings are for administrators; members get only their
 * own settings, and no prompt, address or option of the system.
 */
export async function settingsView(services: Configuration, principal: Principal) {
  return {
    ...(mayConfigure(principal) ? { system: await systemView(services) } : {}),
    user: await readUserSettings(services.settings, principal.user.id),
    defaults: { systemPrompt: packagedSystemPrompt() },
  };
}

async function systemView(services: Configuration) {
  const { providers, mcpServers, identityProviders, tools, ...system } = await readSystemSettings(
    services.settings,
  );
  return {
    ...system,
    tools: tools as Record<string, unknown>,
    providers: providers.map(({ sealedKey, ...provider }) => ({
      ...provider,
      apiKeySet: sealedKey !== undefined,
    })),
    mcpServers: mcpServers.map(({ sealedAccess, ...server }) => ({
      ...server,
      headersSet: sealedAccess !== undefined,
    })),
    identityProviders: identityProviders.map(({ sealedSecret, ...provider }) => ({
      ...provider,
      clientSecretSet: sealedSecret !== undefined,
    })),
  };
}

export async function changeSystemSettings(
  services: Configuration & Budgets & Models,
  change: SystemChange,
): Promise<void> {
  services.settings.forget(SYSTEM_SCOPE);
  const before = await readSystemSettings(services.settings);
  const { providers, context, descriptors, mcpServers, identityProviders, ...plain } = change;
  for (const task of ['embedding', 'reranking'] as const)
    await requireSearchModel(services, change.models?.[task] ?? null);
  if (context) {
    const merged = { ...before.context, ...defined(context) } as ContextSettings;
    valid(() => validateContextSettings(merged));
    await store(services, 'context', merged);
  }
  if (descriptors) {
    const merged = { ...before.descriptors, ...defined(descriptors) } as HandleSettings;
    valid(() => validateDescriptorSettings(merged));
    await store(services, 'descriptors', merged);
  }
  if (providers)
    await store(
      services,
      'providers',
      providers.map((one) => {
        const known = before.providers.find(({ id }) => id === one.id);
        return sealProvider(services.secrets, defined(one) as SentProvider, known);
      }),
    );
  if (mcpServers)
    await store(
      services,
      'mcpServers',
      mcpServers.map((one) => {
        const known = before.mcpServers.find(({ id }) => id === one.id);
        return sealMcpServer(services.secrets, one, known);
      }),
    );
  if (identityProviders)
    await store(
      services,
      'identityProviders',
      identityProviders.map((one) => {
        const known = before.identityProviders.find(({ id }) => id === one.id);
        return sealIdentityProvider(services.secrets, one, known);
      }),
    );
  for (const [key, value] of Object.entries(defined(plain))) await store(services, key, value);
  if (change.budgets) await services.spending.recount(new Date());
  services.models.forget();
  if (change.models || change.providers) await services.searchModels.look({ isAskedFor: true });
}

/** MOD-5: a folder must be allowed like any other folder of the server. */
async function requireSearchModel(services: Configuration, id: string | null): Promise<void> {
  const choice = localChoice(id);
  if (!choice) return;
  const problem = choiceProblem(choice);
  if (problem !== null) throw new InvalidRequest(problem, 'invalid_setting');
  if (choice.from === 'folder' && isAbsolute(choice.path))
    await assertFolderAllowed(services.options, choice.path);
}

function valid(validate: () => unknown): void {
  try {
    validate();
  } catch (error) {
    throw new InvalidRequest((error as Error).message, 'invalid_setting');
  }
}

export async function changeUserSettings(
  services: Configuration,
  userId: string,
  change: NonNullable<SettingsChange['user']>,
): Promise<void> {
  if (change.timeZone !== undefined) requireTimeZone(change.timeZone);
  for (const [key, value] of Object.entries(defined(change)))
    await services.settings.set(userId, key, value as JsonValue);
}

function requireTimeZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new InvalidRequest(
      `"${zone}" is not a time zone. Use a name such as Europe/Berlin.`,
      'invalid_setting',
    );
  }
}

function store(services: Configuration, key: string, value: unknown): Promise<void> {
  return services.settings.set(SYSTEM_SCOPE, key, value as JsonValue);
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined),
  ) as Partial<Value>;
}
