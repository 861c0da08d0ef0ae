import { readFileSync } from 'node:fs';
import type { ApiClient } from '../api-client.js';
import type { Routes, Schemas } from '../api.generated.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';

type TestRequest = Routes['POST /api/models/test']['body'];
type Kind = NonNullable<TestRequest['provider']>['kind'];
type SentProviders = NonNullable<NonNullable<Routes['PUT /api/settings']['body']['system']>['providers']>;

/** In the order in which people have them; the server says which there are. */
const KINDS: readonly Kind[] = ['ollama', 'openai-compatible', 'openai', 'anthropic', 'google', 'mistral'];

/** One short call, and what came of it. */
export async function testModel(
  client: ApiClient,
  modelId: string,
  context: CommandContext,
): Promise<number> {
  const result = await client.request('POST /api/models/test', { body: { modelId } });
  if (result.ok) {
    context.write(`${modelId} works (${result.milliseconds} ms).\n`);
    return EXIT.ok;
  }
  context.note(`${modelId} does not work: ${result.message}`);
  return EXIT.failed;
}

/** Tries a provider, stores it if it answers, and takes its model for answers. */
export async function addProvider(
  client: ApiClient,
  kind: string,
  options: { url?: string; apiKey?: string; name?: string; model?: string },
  context: CommandContext,
): Promise<number> {
  if (!KINDS.includes(kind as Kind)) {
    context.note(`There is no kind of provider "${kind}". There are ${KINDS.join(', ')}.`);
    return EXIT.usage;
  }
  // A key on the command line stays in the shell's history: "-" reads it from standard input.
  const apiKey = options.apiKey === '-' ? readFileSync(0, 'utf8').trim() : options.apiKey;
  const provider = {
    kind: kind as Kind,
    ...(options.url ? { baseUrl: options.url } : {}),
    ...(apiKey ? { apiKey } : {}),
  };
  const test = await client.request('POST /api/models/test', {
    body: { provider, ...(options.model ? { model: options.model } : {}) },
  });
  if (!test.ok) {
    context.note(`It does not work, and nothing was stored: ${test.message}`);
    return EXIT.failed;
  }
  const { system } = await client.request('GET /api/settings', {});
  const { providers: there } = await client.request('GET /api/models', {});
  const id = freeId(options.name ?? kind, new Set(there.map((one) => one.id)));
  const model = options.model ?? test.models?.[0]?.name;
  await client.request('PUT /api/settings', {
    body: {
      system: {
        providers: [
          ...kept(system?.providers ?? []),
          { id, ...provider, ...(options.name ? { name: options.name } : {}) },
        ],
        models: { ...system?.models, ...(model ? { chat: `${id}/${model}` } : {}) },
      },
    },
  });
  context.write(`${id} is added${model ? `, and ${id}/${model} is set for answers` : ''}.\n`);
  for (const { name, contextWindow } of test.models ?? [])
    context.write(`  ${id}/${name}  ${context.terminal.dim(`${contextWindow} tokens`)}\n`);
  return EXIT.ok;
}

export async function removeProvider(
  client: ApiClient,
  id: string,
  context: CommandContext,
): Promise<number> {
  const { system } = await client.request('GET /api/settings', {});
  const all = system?.providers ?? [];
  if (!all.some((one) => one.id === id)) {
    context.note(`No provider "${id}" was added. One of the environment goes with its variable.`);
    return EXIT.failed;
  }
  const models = Object.fromEntries(
    Object.entries(system?.models ?? {}).map(([task, model]) => [
      task,
      model?.startsWith(`${id}/`) ? null : model,
    ]),
  );
  await client.request('PUT /api/settings', {
    body: { system: { providers: kept(all.filter((one) => one.id !== id)), models } },
  });
  context.write(`${id} is taken out.\n`);
  return EXIT.ok;
}

/** As it is written: whether a key is stored is told, never the key, which stays. */
function kept(
  providers: NonNullable<NonNullable<Schemas['Settings']['system']>['providers']>,
): SentProviders {
  return providers.map(({ apiKeySet: _isSet, ...provider }) => provider);
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^[^a-z]+|-+$/gu, '')
    .slice(0, 36);
  const base = plain === '' ? 'provider' : plain;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
