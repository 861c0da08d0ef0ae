import { setTimeout as pause } from 'node:timers/promises';
import type { IbidClient, Schemas } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { registerProvider, unregisterProvider, printModelTest } from './providers.js';

export interface ModelsOptions extends ConnectOptions {
  json?: boolean;
  for?: Use;
  url?: string;
  apiKey?: string;
  name?: string;
  model?: string;
}

type SearchModels = Schemas['SearchModels'];

/** The uses of a model in the command's words, with their names in the settings. */
export const USES = {
  answers: 'chat',
  'small-tasks': 'small',
  search: 'embedding',
  reranking: 'reranking',
} as const;
export type Use = keyof typeof USES;

const USAGE = `ibid models                      lists the models in use, those available, and those to choose for search
ibid models use MODEL            for answers; --for search, reranking or small-tasks; "default" resets it
ibid models test MODEL           makes a short test call
ibid models add KIND             adds a provider and tries it: --url, --api-key, --name, --model
ibid models remove NAME          removes a provider, or deletes a downloaded model (hub:owner/name)`;

/** `ibid models`: available models and their uses (MOD-1, MOD-5). */
export async function models(
  action: string | undefined,
  what: string | undefined,
  options: ModelsOptions,
  context: CommandContext,
): Promise<number> {
  const needsWhat = action !== undefined;
  if (needsWhat && (!['use', 'test', 'add', 'remove'].includes(action) || !what)) {
    context.note(USAGE);
    return EXIT.usage;
  }
  const connection = await connect(options);
  const { client } = connection;
  try {
    if (action === 'use') return await use(client, what ?? '', options, context, connection.isLocal);
    if (action === 'test') return await printModelTest(client, what ?? '', context);
    if (action === 'add') return await registerProvider(client, what ?? '', options, context);
    if (action === 'remove') return await remove(client, what ?? '', context);
    await list(client, options, context);
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

async function list(client: IbidClient, options: ModelsOptions, context: CommandContext): Promise<void> {
  const answers = await client.request('GET /api/models', {});
  const search = await client.request('GET /api/search-models', {});
  if (options.json) {
    context.write(`${JSON.stringify({ ...answers, search })}\n`);
    return;
  }
  const { terminal } = context;
  const row = (name: string, value: string, note = '') =>
    context.write(`${terminal.dim(name.padEnd(12))} ${value}${note ? terminal.dim(`  ${note}`) : ''}\n`);
  row('Answers', answers.current.chat);
  row('Small tasks', answers.current.small);
  row('Search', search.embedding.inUse?.id ?? 'by keyword only', stateNote(search.embedding));
  row('Reranking', search.reranking.choice ?? 'none', stateNote(search.reranking));
  context.write('\n');
  for (const provider of answers.providers) {
    row(provider.id, provider.name, provider.state === 'ready' ? '' : (provider.note ?? provider.state));
    for (const model of answers.rows.filter((one) => one.provider === provider.id))
      context.write(`  ${model.id}  ${terminal.dim(`${model.contextWindow} tokens`)}\n`);
  }
  context.write(`${terminal.dim('For search, to download by name')}\n`);
  for (const { choice, kind, title, megabytes } of search.suggestions) {
    const here = search.fetched.some((one) => one.choice === choice) ? ', on this machine' : '';
    context.write(
      `  ${choice}  ${terminal.dim(`${title}, ${megabytes} MB${kind === 'reranker' ? ', for reranking' : ''}${here}`)}\n`,
    );
  }
  if (search.proposal) context.note(proposalNote(search.proposal));
}

function stateNote(state: SearchModels['embedding'] | SearchModels['reranking']): string {
  if (state.phase === 'failed') return state.problem ?? 'it could not be used';
  if (state.progress)
    return `${state.choice} is downloading: ${megabytes(state.progress.bytes)} of ${megabytes(state.progress.totalBytes)} MB`;
  if ('chunks' in state && state.embedded < state.chunks)
    return `${state.embedded} of ${state.chunks} passages so far`;
  return '';
}

export function proposalNote(proposal: NonNullable<SearchModels['proposal']>): string {
  const named = proposal.languages.map(({ language, items }) => `${language} (${items})`).join(', ');
  return `Some documents are in languages that search by meaning does not know: ${named}. A multilingual model does (${proposal.megabytes} MB): ibid models use ${proposal.choice}`;
}

/** Sets the model; for search, waits until it is downloaded and loaded. */
async function use(
  client: IbidClient,
  model: string,
  options: ModelsOptions,
  context: CommandContext,
  isLocal: boolean,
): Promise<number> {
  const { suggestions } = await client.request('GET /api/search-models', {});
  const suggested = suggestions.find(({ choice }) => choice === model || choice === `hub:${model}`);
  const isOfSearch = /^(?:hub|folder):/u.test(model) || suggested !== undefined;
  const usual: Use = suggested?.kind === 'reranker' ? 'reranking' : isOfSearch ? 'search' : 'answers';
  const task = options.for ?? usual;
  const value = model === 'default' ? null : (suggested?.choice ?? model);
  const { system } = await client.request('GET /api/settings', {});
  const set = (choice: string | null) =>
    client.request('PUT /api/settings', {
      body: { system: { models: { ...system?.models, [USES[task]]: choice } } },
    });
  await set(value);
  if (task === 'answers' || task === 'small-tasks') {
    const inUse = async () => (await client.request('GET /api/models', {})).current[USES[task]];
    const id = await inUse();
    if (value !== null && (await printModelTest(client, id, context)) !== EXIT.ok) {
      // A typo in a name must not stop answers: restore what worked before.
      await set(system?.models?.[USES[task]] ?? null);
      context.note(`Nothing was changed: ${await inUse()} stays in use for ${task}.`);
      return EXIT.failed;
    }
    context.write(`${id} is set for ${task}.\n`);
    return EXIT.ok;
  }
  const side = USES[task];
  const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Fetching' });
  for (;;) {
    const state = (await client.request('GET /api/search-models', {}))[side];
    if (state.progress)
      bar.update({
        done: megabytes(state.progress.bytes),
        total: megabytes(state.progress.totalBytes),
        note: 'MB',
      });
    if (state.phase === 'failed') {
      bar.finish();
      context.note(`${value ?? 'It'} could not be used: ${state.problem}`);
      return EXIT.failed;
    }
    if (state.phase === 'ready' || state.phase === 'none') break;
    if (context.signal.aborted) return EXIT.stopped;
    await pause(200);
  }
  bar.finish();
  context.write(`${value ?? 'The default'} is set for ${task}.\n`);
  const { embedding } = await client.request('GET /api/search-models', {});
  if (task === 'search' && embedding.embedded < embedding.chunks)
    context.note(
      `${embedding.chunks - embedding.embedded} passages get new vectors in the background${isLocal ? ' while ibid serve runs' : ''}. Until then, only keyword search finds them.`,
    );
  return EXIT.ok;
}

async function remove(client: IbidClient, what: string, context: CommandContext): Promise<number> {
  if (!what.startsWith('hub:')) return unregisterProvider(client, what, context);
  await client.request('DELETE /api/search-models', { query: { name: what.slice('hub:'.length) } });
  context.write(`${what} was deleted.\n`);
  return EXIT.ok;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
