import type { z } from '@hono/zod-openapi';
import type { NewProviderSchema } from '../api/schemas/index.js';
import { InvalidRequest, NotFound } from '../errors/index.js';
import { missingKey } from '../models/provider-kinds.js';
import type { Budgets, Configuration, Models } from '../services.js';
import { changeSystemSettings } from './change-settings.js';
import { SYSTEM_SCOPE, readSystemSettings } from './system-settings.js';

const LONGEST_ID = 36;

/** MOD-1: stores a provider and assigns its models to tasks. Returns its id. */
export async function addProvider(
  services: Configuration & Budgets & Models,
  added: z.infer<typeof NewProviderSchema>,
): Promise<string> {
  const { use = {}, ...provider } = added;
  const missing = missingKey(provider);
  if (missing !== null) throw new InvalidRequest(missing, 'key_needed');
  const { providers, models } = await current(services);
  const taken = new Set((await services.models.providers()).map(({ id }) => id));
  const id = freeId(provider.name ?? provider.kind, taken);
  const chosen = Object.entries(use).map(([task, model]) => [task, `${id}/${model}`]);
  await changeSystemSettings(services, {
    providers: [...providers, { ...provider, id }],
    ...(chosen.length > 0 ? { models: { ...models, ...Object.fromEntries(chosen) } } : {}),
  });
  return id;
}

/** Tasks assigned to its models return to their defaults. */
export async function removeProvider(services: Configuration & Budgets & Models, id: string): Promise<void> {
  const { providers, models } = await current(services);
  if (!providers.some((one) => one.id === id))
    throw new NotFound(
      `No provider "${id}" was added here. To remove one from the environment or the settings file, delete its entry there.`,
    );
  const tasks = Object.entries(models).map(([task, model]) => [
    task,
    model?.startsWith(`${id}/`) ? null : model,
  ]);
  await changeSystemSettings(services, {
    providers: providers.filter((one) => one.id !== id),
    models: Object.fromEntries(tasks),
  });
}

/** In the form clients send: stored keys stay with their providers. */
async function current(services: Configuration) {
  services.settings.forget(SYSTEM_SCOPE);
  const { providers, models } = await readSystemSettings(services.settings);
  return { providers: providers.map(({ sealedKey: _sealed, ...one }) => one), models };
}

/** The prefix of its models' ids, derived from its name and unique. */
function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^[^a-z]+|-+$/gu, '')
    .slice(0, LONGEST_ID);
  const base = plain === '' ? 'provider' : plain;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
