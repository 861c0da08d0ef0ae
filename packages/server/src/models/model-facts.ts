import type { Fetch } from '../http/outgoing.js';
import type { ProviderConfig } from './provider-config.js';
import { askOllama } from './ollama/ollama-api.js';
import type { OllamaModelFacts } from './ollama/ollama-api.js';

/** MOD-4: what a provider reports of a model. Null if it does not say. */
export interface ModelFacts {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  vision: boolean | null;
  /** False: a request with tools is refused. */
  takesTools: boolean | null;
  thinks: boolean | null;
  /** An embedding model, not for answers. */
  embeds: boolean;
}

export const NO_FACTS: ModelFacts = {
  contextWindow: null,
  maxOutputTokens: null,
  vision: null,
  takesTools: null,
  thinks: null,
  embeds: false,
};

/**
 * The default window for Ollama: room for some documents within the memory of a small machine. A model already loaded
 * with more keeps it.
 */
const OLLAMA_WINDOW = 16_384;
/** LM Studio's default when loading a model. */
const LM_STUDIO_WINDOW = 4_096;

type Provider = Pick<ProviderConfig, 'kind' | 'baseUrl' | 'apiKey'>;

/** Queries Ollama for one model. */
export async function ollamaFacts(
  provider: Provider,
  model: string,
  asking: { fetch: Fetch; signal: AbortSignal },
): Promise<ModelFacts> {
  const { baseUrl, apiKey } = provider;
  const facts = await askOllama({ baseUrl, apiKey, model, ...asking });
  const can = (capability: string) => facts.capabilities?.includes(capability) ?? null;
  return {
    ...NO_FACTS,
    contextWindow: ollamaWindow(facts),
    vision: can('vision'),
    takesTools: can('tools'),
    thinks: can('thinking'),
    embeds: can('embedding') === true && can('completion') !== true,
  };
}

function ollamaWindow({ contextLength, setContext, loadedContext }: OllamaModelFacts): number {
  const wanted = setContext ?? Math.max(OLLAMA_WINDOW, loadedContext ?? 0);
  return Math.min(wanted, contextLength ?? Infinity);
}

/**
 * Reads a row of a provider's model list, in the formats of vLLM, OpenRouter, Together, Groq, LM Studio, llama.cpp,
 * Mistral, Google and Anthropic.
 */
export function factsOfRow(row: Record<string, unknown>): ModelFacts {
  const inside = (name: string): Record<string, unknown> =>
    typeof row[name] === 'object' && row[name] !== null ? (row[name] as Record<string, unknown>) : {};
  const capabilities = inside('capabilities');
  const isLmStudio = 'max_context_length' in row && 'state' in row;
  const loaded = size(row['loaded_context_length']);
  const most = size(row['max_context_length']);
  const lmStudio = isLmStudio ? (loaded ?? Math.min(most ?? LM_STUDIO_WINDOW, LM_STUDIO_WINDOW)) : null;
  return {
    ...NO_FACTS,
    contextWindow:
      lmStudio ??
      size(row['max_model_len']) ??
      size(inside('meta')['n_ctx']) ??
      size(row['context_length']) ??
      size(row['context_window']) ??
      size(inside('top_provider')['context_length']) ??
      most ??
      size(row['inputTokenLimit']) ??
      size(row['max_input_tokens']),
    maxOutputTokens:
      size(row['outputTokenLimit']) ??
      size(row['max_completion_tokens']) ??
      size(inside('top_provider')['max_completion_tokens']),
    vision: flag(capabilities['vision']) ?? (row['type'] === 'vlm' ? true : null),
    takesTools: flag(capabilities['function_calling']),
    embeds: row['type'] === 'embeddings' || row['type'] === 'embedding',
  };
}

/** llama.cpp has one model and reports its window only at `/props`; LM Studio has its own list with more details. */
export async function serverFacts(
  provider: Provider,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal },
): Promise<Map<string, ModelFacts> | number | null> {
  if (provider.kind !== 'openai-compatible' || provider.baseUrl === null) return null;
  const root = provider.baseUrl.replace(/\/+$/u, '').replace(/\/v1$/u, '');
  const headers: Record<string, string> = provider.apiKey
    ? { authorization: `Bearer ${provider.apiKey}` }
    : {};
  const ask = async (path: string): Promise<Record<string, unknown> | null> => {
    const response = await fetch(`${root}${path}`, { headers, signal }).catch(() => null);
    if (!response?.ok) return null;
    return (await response.json().catch(() => null)) as Record<string, unknown> | null;
  };
  const [props, lmStudio] = await Promise.all([ask('/props'), ask('/api/v0/models')]);
  const settings = props?.['default_generation_settings'] as Record<string, unknown> | undefined;
  const window = size(settings?.['n_ctx']);
  if (window !== null) return window;
  const rows = Array.isArray(lmStudio?.['data']) ? (lmStudio['data'] as Record<string, unknown>[]) : [];
  const known = rows.flatMap((row): [string, ModelFacts][] =>
    typeof row['id'] === 'string' ? [[row['id'], factsOfRow(row)]] : [],
  );
  return known.length > 0 ? new Map(known) : null;
}

function size(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
