import { APICallError } from '@ai-sdk/provider';
import type { Fetch } from '../../http/outgoing.js';

export const OLLAMA_ADDRESS = 'http://127.0.0.1:11434';

/** Ollama's native API, next to the one under `/v1` that users enter. */
export function ollamaRoot(baseUrl: string | null): string {
  return (baseUrl ?? OLLAMA_ADDRESS).replace(/\/+$/u, '').replace(/\/v1$/u, '');
}

/** What Ollama reports of a model. Null if not reported. */
export interface OllamaModelFacts {
  /** The context length of the model. */
  contextLength: number | null;
  /** The context set in its Modelfile. */
  setContext: number | null;
  /** The context it is currently loaded with. */
  loadedContext: number | null;
  /** `completion`, `tools`, `vision`, `thinking`, `embedding`; null from servers too old to report it. */
  capabilities: string[] | null;
}

/** Queries `/api/show` and `/api/ps` for one model. Throws as `fetch` does, and `APICallError` for an unknown model. */
export async function askOllama(options: {
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
  fetch: Fetch;
  signal?: AbortSignal;
}): Promise<OllamaModelFacts> {
  const [shown, running] = await Promise.all([
    callOllama({ ...options, path: '/api/show', body: { model: options.model } }).then(
      (response) => response.json() as Promise<ShownModel>,
    ),
    callOllama({ ...options, path: '/api/ps' })
      .then((response) => response.json() as Promise<{ models?: RunningModel[] }>)
      .catch(() => ({ models: [] })),
  ]);
  const info = Object.entries(shown.model_info ?? {});
  const length = info.find(([name]) => name.endsWith('.context_length'))?.[1];
  const set = /^\s*num_ctx\s+(\d+)/mu.exec(shown.parameters ?? '')?.[1];
  const loaded = (running.models ?? []).find(({ name, model }) =>
    [name, model].some((one) => one === options.model || one === `${options.model}:latest`),
  )?.context_length;
  return {
    contextLength: whole(length),
    setContext: whole(Number(set)),
    loadedContext: whole(loaded),
    capabilities: Array.isArray(shown.capabilities) ? shown.capabilities : null,
  };
}

/** Sends one request. An error response is thrown as the AI SDK's providers do. */
export async function callOllama(options: {
  baseUrl: string | null;
  apiKey: string | null;
  path: string;
  fetch: Fetch;
  body?: unknown;
  signal?: AbortSignal | undefined;
}): Promise<Response> {
  const url = `${ollamaRoot(options.baseUrl)}${options.path}`;
  const failed = (details: Partial<ConstructorParameters<typeof APICallError>[0]> & { message: string }) =>
    new APICallError({ url, requestBodyValues: options.body, isRetryable: false, ...details });
  let response: Response;
  try {
    response = await options.fetch(url, {
      method: options.body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw failed({ message: 'Cannot connect to API', cause });
  }
  if (response.ok) return response;
  const text = await response.text();
  throw failed({
    message: messageOf(text) ?? response.statusText,
    statusCode: response.status,
    responseBody: text,
    responseHeaders: Object.fromEntries(response.headers),
  });
}

function messageOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return text.slice(0, 300) || null;
  }
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

interface ShownModel {
  model_info?: Record<string, unknown>;
  parameters?: string;
  capabilities?: string[];
}

interface RunningModel {
  name?: string;
  model?: string;
  context_length?: number;
}
