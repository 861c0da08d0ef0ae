import { DEFAULT_MODELS } from './provider-config.js';
import type { ProviderConfig } from './provider-config.js';

const PATIENCE_MILLISECONDS = 2500;

export interface ListedModels {
  models: string[];
  /** Null: it answered. Otherwise why not, in words. */
  problem: string | null;
}

/** What a provider offers for chat. One that does not answer still has the models that were named for it. */
export async function listProviderModels(provider: ProviderConfig): Promise<ListedModels> {
  const named = [...provider.models];
  const request = listRequest(provider);
  try {
    const response = await fetch(request.url, {
      headers: request.headers,
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    if (!response.ok) return { models: fallback(provider, named), problem: statusProblem(response.status) };
    const body = (await response.json()) as { data?: unknown; models?: unknown };
    const listed = named.length > 0 ? named : idsOf(body).filter(isChatModel);
    return { models: listed, problem: null };
  } catch {
    return { models: fallback(provider, named), problem: `No answer from ${new URL(request.url).host}.` };
  }
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
    case 'openai-compatible':
      return bearer(`${base ?? 'http://127.0.0.1:11434/v1'}/models`, key);
  }
}

function bearer(url: string, key: string): { url: string; headers: Record<string, string> } {
  return { url, headers: key ? { authorization: `Bearer ${key}` } : {} };
}

function idsOf(body: { data?: unknown; models?: unknown }): string[] {
  const rows = Array.isArray(body.data) ? body.data : Array.isArray(body.models) ? body.models : [];
  return rows.flatMap((row: unknown) => {
    const entry = row as { id?: unknown; name?: unknown } | null;
    const id = typeof entry?.id === 'string' ? entry.id : entry?.name;
    return typeof id === 'string' ? [id.replace(/^models\//u, '')] : [];
  });
}

const NOT_CHAT =
  /embed|whisper|tts|dall-e|image|moderation|realtime|transcribe|audio|speech|rerank|davinci|babbage|sora|ocr/iu;

function isChatModel(id: string): boolean {
  return !NOT_CHAT.test(id);
}

function fallback(provider: ProviderConfig, named: string[]): string[] {
  if (named.length > 0) return named;
  const known = DEFAULT_MODELS[provider.kind];
  return known ? [known.chat, known.small] : [];
}

function statusProblem(status: number): string {
  if (status === 401 || status === 403) return 'The key is not accepted.';
  return `It answers with status ${status}.`;
}
