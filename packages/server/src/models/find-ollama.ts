import type { Fetch } from '../http/outgoing.js';
import { OLLAMA_ADDRESS } from './ollama/ollama-api.js';
import type { ProviderConfig } from './provider-config.js';
import type { Environment } from './providers-from-environment.js';

/** On loopback, an answer comes at once or not at all. */
const PATIENCE_MILLISECONDS = 400;

/** Ollama on this machine or at `OLLAMA_HOST`; null if nothing answers or it has no model. */
export async function findOllama(environment: Environment, fetch: Fetch): Promise<ProviderConfig | null> {
  const base = ollamaAddress(environment['OLLAMA_HOST']);
  if (base === null) return null;
  try {
    const response = await fetch(`${base}/api/tags`, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });
    if (!response.ok) return null;
    const body = (await response.json()) as { models?: unknown[] };
    if (!body.models?.length) return null;
    return {
      id: 'ollama',
      kind: 'ollama',
      name: 'Ollama',
      apiKey: null,
      baseUrl: `${base}/v1`,
      models: [],
      source: 'found',
    };
  } catch {
    return null;
  }
}

/** Null: switched off. A host that means "all addresses" is replaced by loopback. */
function ollamaAddress(host: string | undefined): string | null {
  if (host === 'off') return null;
  if (!host) return OLLAMA_ADDRESS;
  const url = new URL(/^https?:\/\//u.test(host) ? host : `http://${host}`);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (!url.port && url.protocol === 'http:') url.port = '11434';
  return url.origin;
}
