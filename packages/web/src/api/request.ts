import { texts } from '../texts/texts.js';
import type { Routes } from './api.generated.js';
import { ApiError } from './api-error.js';
import { fetchWithProgress } from './fetch-with-progress.js';

let csrfToken = '';

/** Set from the session; every request that changes something carries it. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token ?? '';
}

let onLoggedOut = () => {};

/** Told when the server no longer knows who asks: the session has ended. */
export function whenLoggedOut(listener: () => void): void {
  onLoggedOut = listener;
}

interface SendOptions {
  method?: string;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Of a form: how much of it was sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

function addressOf(path: string, query: SendOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return search === '' ? path : `${path}?${search}`;
}

export async function send(path: string, options: SendOptions = {}): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken;
  const isForm = options.body instanceof FormData;
  if (options.body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const body = isForm ? (options.body as FormData) : JSON.stringify(options.body);
  let response: Response;
  try {
    const address = addressOf(path, options.query);
    const { onProgress, signal } = options;
    response =
      onProgress && isForm
        ? await fetchWithProgress(address, { method, headers, body: body as FormData, signal, onProgress })
        : await fetch(address, {
            method,
            headers,
            ...(body === undefined ? {} : { body }),
            credentials: 'same-origin',
            signal: signal ?? null,
          });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ code: 'offline', status: 0, message: texts.errors.offline });
  }
  if (!response.ok) {
    const problem = await problemOf(response);
    if (response.status === 401) onLoggedOut();
    throw problem;
  }
  return response;
}

export type Route = keyof Routes;
export type Answer<Name extends Route> = Routes[Name]['answer'];
export type Body<Name extends Route> = Routes[Name]['body'];

/** Absent, empty and null values are left out of the address. */
type Query<Name extends Route> = {
  [Key in keyof Routes[Name]['query']]?: Routes[Name]['query'][Key] | null | undefined;
};

type Input<Name extends Route> = (keyof Routes[Name]['path'] extends never
  ? unknown
  : { path: Routes[Name]['path'] }) &
  (Routes[Name]['body'] extends undefined ? unknown : { body: Routes[Name]['body'] }) & {
    query?: Query<Name>;
    headers?: Record<string, string>;
    signal?: AbortSignal | undefined;
    onProgress?: SendOptions['onProgress'];
  };

/** One request, named and typed as the OpenAPI document describes it, e.g. `GET /api/items/{id}`. */
export async function request<Name extends Route>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  const [method = 'GET', template = ''] = name.split(' ');
  const { path, ...rest } = input as SendOptions & { path?: Record<string, string> };
  const response = await send(fill(template, path ?? {}), { ...rest, method });
  if (response.status === 204) return undefined as Answer<Name>;
  return (await response.json()) as Answer<Name>;
}

/** The address of a route, for links and streams. */
export function addressFor<Name extends Route>(
  name: Name,
  path: Routes[Name]['path'],
  query: Query<Name> = {},
): string {
  return addressOf(
    fill(name.split(' ')[1] ?? '', path as Record<string, string>),
    query as SendOptions['query'],
  );
}

function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(values[name] ?? ''));
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
