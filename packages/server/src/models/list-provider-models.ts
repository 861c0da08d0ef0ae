import { IbidError } from '@ibid/core';
import { leadsElsewhere } from '../http/outgoing.js';
import type { Fetch } from '../http/outgoing.js';
import { NO_FACTS, factsOfRow, ollamaFacts, serverFacts } from './model-facts.js';
import type { ModelFacts } from './model-facts.js';
import { ollamaRoot } from './ollama/ollama-api.js';
import type { ProviderConfig } from './provider-config.js';
import { PROVIDER_KINDS } from './provider-kinds.js';

const PATIENCE_MILLISECONDS = 2500;
const KEY_REFUSED = 'The key is not accepted.';

interface ListedModel {
  name: string;
  facts: ModelFacts;
}

export interface ListedModels {
  /** Language models. */
  models: ListedModel[];
  /** Embedding models, if the provider distinguishes them. */
  embedding: string[];
  /** What the provider reports of any model, listed here or not. */
  facts: ReadonlyMap<string, ModelFacts>;
  /** Null if it answered; otherwise the reason in words. */
  problem: string | null;
}

/** The models of a provider, with its details of each. One that does not answer still has its configured models. */
export async function listProviderModels(provider: ProviderConfig, fetch: Fetch): Promise<ListedModels> {
  const request = listRequest(provider);
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const failed = (problem: string): ListedModels => ({
    models: fallback(provider).map((name) => ({ name, facts: NO_FACTS })),
    embedding: [],
    facts: new Map(),
    problem,
  });
  try {
    const response = await fetch(request.url, { headers: request.headers, signal });
    const elsewhere = leadsElsewhere(response, request.url);
    if (elsewhere !== null)
      return failed(
        `It redirects to ${elsewhere}. Ibid does not send keys to the target of a redirect. Enter that address instead.`,
      );
    if (!response.ok) return failed(statusProblem(response.status, await response.text()));
    const rows = rowsOf((await response.json()) as { data?: unknown; models?: unknown });
    const named = provider.models.filter((name) => !rows.some((row) => row.name === name));
    const all = [...named.map((name) => ({ name, facts: NO_FACTS })), ...rows];
    const facts = new Map(await detailed(provider, all, { fetch, signal }));
    const shown =
      provider.models.length > 0 ? all.filter(({ name }) => provider.models.includes(name)) : rows;
    const known = shown.map(({ name }) => ({ name, facts: facts.get(name) ?? NO_FACTS }));
    return {
      models: known.filter(
        ({ name, facts: { embeds } }) => !embeds && (provider.models.length > 0 || isChatModel(name)),
      ),
      embedding: rows.flatMap(({ name }) => (facts.get(name)?.embeds || /embed/iu.test(name) ? [name] : [])),
      facts,
      problem: null,
    };
  } catch (error) {
    if (error instanceof IbidError) return failed(error.message);
    return failed(`No answer from ${new URL(request.url).host}.`);
  }
}

/**
 * The same for an address as users write it: for a server with OpenAI's API they leave out `/v1` or add the chat path.
 * If nothing is listed there, tries the usual paths.
 */
export async function listedWhereItIs(
  provider: ProviderConfig,
  fetch: Fetch,
): Promise<{ config: ProviderConfig; listed: ListedModels }> {
  const listed = await listProviderModels(provider, fetch);
  const base = provider.baseUrl?.replace(/\/+$/u, '') ?? '';
  const hasNothing = listed.facts.size === 0;
  if (provider.kind !== 'openai-compatible' || !hasNothing || base === '')
    return { config: provider, listed };
  const chat = /\/chat\/completions$/u;
  const other = chat.test(base) ? base.replace(chat, '') : base.endsWith('/v1') ? null : `${base}/v1`;
  if (other === null) return { config: provider, listed };
  const config = { ...provider, baseUrl: other };
  const there = await listProviderModels(config, fetch);
  // A refused key also shows that the server is there.
  const isThere = there.facts.size > 0 || (there.problem === KEY_REFUSED && listed.problem !== KEY_REFUSED);
  return isThere ? { config, listed: there } : { config: provider, listed };
}

/** The default model of a provider: the usual one if available, otherwise the first. */
export function usualModel(
  provider: ProviderConfig,
  listed: ListedModels | undefined,
  task: 'chat' | 'small',
): string | null {
  const names = (listed?.models ?? []).map(({ name }) => name);
  const usual = PROVIDER_KINDS[provider.kind].defaults?.[task];
  if (usual !== undefined && (names.length === 0 || names.includes(usual))) return usual;
  return names[0] ?? null;
}

/** Ollama, llama.cpp and LM Studio provide more details on request. */
async function detailed(
  provider: ProviderConfig,
  rows: readonly ListedModel[],
  asking: { fetch: Fetch; signal: AbortSignal },
): Promise<[string, ModelFacts][]> {
  if (provider.kind === 'ollama')
    return Promise.all(
      rows.map(async ({ name, facts }): Promise<[string, ModelFacts]> => [
        name,
        await ollamaFacts(provider, name, asking).catch(() => facts),
      ]),
    );
  const more = rows.every(({ facts }) => facts.contextWindow === null)
    ? await serverFacts(provider, asking)
    : null;
  return rows.map(({ name, facts }) => {
    if (typeof more === 'number') return [name, { ...facts, contextWindow: more }];
    return [name, more?.get(name) ?? facts];
  });
}

function listRequest(provider: ProviderConfig): { url: string; headers: Record<string, string> } {
  const key = provider.apiKey ?? '';
  const base = provider.baseUrl?.replace(/\/+$/u, '');
  switch (provider.kind) {
    case 'anthropic':
      return {
        url: `${base ?? 'https://api.anthropic.com/v1'}/models`,
        headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      };
    case 'google':
      return {
        url: `${base ?? 'https://generativelanguage.googleapis.com/v1beta'}/models`,
        headers: { 'x-goog-api-key': key },
      };
    case 'openai':
      return bearer(`${base ?? 'https://api.openai.com/v1'}/models`, key);
    case 'mistral':
      return bearer(`${base ?? 'https://api.mistral.ai/v1'}/models`, key);
    case 'ollama':
      return bearer(`${ollamaRoot(provider.baseUrl)}/api/tags`, key);
    case 'openai-compatible':
      return bearer(`${base ?? ''}/models`, key);
  }
}

function bearer(url: string, key: string): { url: string; headers: Record<string, string> } {
  return { url, headers: key ? { authorization: `Bearer ${key}` } : {} };
}

function rowsOf(body: { data?: unknown; models?: unknown }): ListedModel[] {
  const rows = Array.isArray(body.data) ? body.data : Array.isArray(body.models) ? body.models : [];
  return rows.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return [];
    const entry = row as Record<string, unknown>;
    const id = typeof entry['id'] === 'string' ? entry['id'] : entry['name'];
    return typeof id === 'string' ? [{ name: id.replace(/^models\//u, ''), facts: factsOfRow(entry) }] : [];
  });
}

const NOT_CHAT =
  /embed|whisper|tts|dall-e|image|moderation|realtime|transcribe|audio|speech|rerank|davinci|babbage|sora|ocr/iu;

function isChatModel(id: string): boolean {
  return !NOT_CHAT.test(id);
}

function fallback(provider: ProviderConfig): string[] {
  if (provider.models.length > 0) return [...provider.models];
  const known = PROVIDER_KINDS[provider.kind].defaults;
  return known ? [known.chat, known.small] : [];
}

/** Google reports a wrong key as a bad request. */
function statusProblem(status: number, body: string): string {
  if (status === 401 || status === 403 || /api key not valid|api_key_invalid/iu.test(body))
    return KEY_REFUSED;
  return `It answers with status ${status}.`;
}
