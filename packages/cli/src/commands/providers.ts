import { readFileSync } from 'node:fs';
import type { Routes } from '@ibid/client/internal';
import type { IbidClient } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';

type TestRequest = Routes['POST /api/models/test']['body'];
type Kind = NonNullable<TestRequest['provider']>['kind'];

/** Ordered by how common they are. The compiler checks that none is missing. */
const KINDS: Record<Kind, true> = {
  ollama: true,
  'openai-compatible': true,
  openai: true,
  anthropic: true,
  google: true,
  mistral: true,
};

/** Makes one short call and prints the result. */
export async function printModelTest(
  client: IbidClient,
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

/**
 * Tests a provider and stores it if it answers. Its model answers from then on only if no language model did before: on a
 * shared server, everybody's answers would change.
 */
export async function registerProvider(
  client: IbidClient,
  kind: string,
  options: { url?: string; apiKey?: string; name?: string; model?: string },
  context: CommandContext,
): Promise<number> {
  if (!Object.hasOwn(KINDS, kind)) {
    context.note(`There is no kind of provider "${kind}". Choose one of: ${Object.keys(KINDS).join(', ')}.`);
    return EXIT.usage;
  }
  // A key on the command line stays in the shell's history; "-" reads it from standard input.
  const apiKey = options.apiKey === '-' ? readFileSync(0, 'utf8').trim() : options.apiKey;
  const provider = {
    kind: kind as Kind,
    ...(options.url ? { baseUrl: options.url } : {}),
    ...(apiKey ? { apiKey } : {}),
  };
  const test = await client.request('POST /api/models/test', {
    body: { provider, ...(options.model ? { model: options.model } : {}) },
  });
  if (!test.ok && test.code === 'key_needed') {
    context.note(
      `${kind} needs a key: give it with --api-key, or --api-key - to read it from standard input.`,
    );
    return EXIT.usage;
  }
  if (!test.ok) {
    context.note(`It does not work, and nothing was stored: ${test.message}`);
    return EXIT.failed;
  }
  const model = options.model ?? test.model;
  const { chat } = (await client.request('GET /api/models', {})).current;
  const isFirst = chat.startsWith('ibid/');
  const { id } = await client.request('POST /api/providers', {
    body: {
      ...provider,
      ...(test.baseUrl ? { baseUrl: test.baseUrl } : {}),
      ...(options.name ? { name: options.name } : {}),
      ...(model && isFirst ? { use: { chat: model } } : {}),
    },
  });
  if (test.baseUrl) context.note(`The provider answers at ${test.baseUrl}, so that address was stored.`);
  const used = model && isFirst ? `, and ${id}/${model} is set for answers` : '';
  context.write(`${id} was added${used}.\n`);
  if (model && !isFirst)
    context.write(`${chat} stays in use for answers. To change that: ibid models use ${id}/${model}\n`);
  for (const { name, contextWindow } of test.models ?? [])
    context.write(`  ${id}/${name}  ${context.terminal.dim(`${contextWindow} tokens`)}\n`);
  return EXIT.ok;
}

export async function unregisterProvider(
  client: IbidClient,
  id: string,
  context: CommandContext,
): Promise<number> {
  await client.request('DELETE /api/providers/{id}', { path: { id } });
  context.write(`${id} was removed.\n`);
  return EXIT.ok;
}
