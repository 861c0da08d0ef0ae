import { texts } from '../texts/en.js';
import { ApiError } from './api-error.js';

let csrfToken = '';

/** Set from the session; every request that changes something carries it. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token ?? '';
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return search === '' ? path : `${path}?${search}`;
}

export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const body = options.form ?? (options.body === undefined ? null : JSON.stringify(options.body));
  let response: Response;
  try {
    response = await fetch(addressOf(path, options.query), {
      method,
      headers,
      body,
      credentials: 'same-origin',
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ code: 'offline', status: 0, message: texts.errors.offline });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** One JSON request. The caller names the type that the contract promises for this path. */
export async function request<Result>(path: string, options: RequestOptions = {}): Promise<Result> {
  const response = await send(path, options);
  if (response.status === 204) return undefined as Result;
  return (await response.json()) as Result;
}

async function problemOf(response: Response): Promise<ApiError> {
  const fallback = { code: 'http', detail: texts.errors.status(response.status) };
  const problem = (await response.json().catch(() => fallback)) as {
    code?: string;
    detail?: string;
    title?: string;
  };
  return new ApiError({
    code: problem.code ?? 'http',
    status: response.status,
    message: problem.detail ?? problem.title ?? fallback.detail,
  });
}
