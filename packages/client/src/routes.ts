import type { Routes } from './api.generated.js';

export type { Routes, Schemas } from './api.generated.js';

/** A route by its name in the OpenAPI document, e.g. `GET /api/items/{id}`. */
export type Route = keyof Routes;

/** Routes that answer with a file or a stream: every `GET` has an answer, so one without JSON has it in another form. */
type OtherThanJson = {
  [Name in Route]: Name extends `GET ${string}` | 'POST /api/ui/chat'
    ? Routes[Name]['answer'] extends undefined
      ? Name
      : never
    : never;
}[Route];
export type JsonRoute = Exclude<Route, OtherThanJson>;
/** Streams do not end by themselves, so they are followed and not downloaded. */
export type FileRoute = Exclude<OtherThanJson, `POST ${string}` | `${string}/events` | `${string}/stream`>;

export type Answer<Name extends Route> = Routes[Name]['answer'];
export type Body<Name extends Route> = Routes[Name]['body'];

/** Absent, empty and null values are left out of the address. */
export type Query<Name extends Route> = {
  [Key in keyof Routes[Name]['query']]?: Routes[Name]['query'][Key] | null | undefined;
};

/** The input of a route: path parameters, a body if it has one, and optional parts. */
export type RequestInput<Name extends Route> = (keyof Routes[Name]['path'] extends never
  ? unknown
  : { path: Routes[Name]['path'] }) &
  (Routes[Name]['body'] extends undefined ? unknown : { body: Routes[Name]['body'] }) & {
    query?: Query<Name>;
    headers?: Record<string, string>;
    signal?: AbortSignal | undefined;
  };

export type LooseQuery = Record<string, string | number | boolean | null | undefined>;

/** The address of a route, for links and streams. */
export function addressFor<Name extends Route>(
  name: Name,
  path: Routes[Name]['path'],
  query: Query<Name> = {},
): string {
  return fillAddress(name, path as Record<string, string>, query as LooseQuery);
}

export function fillAddress(name: string, path: Record<string, string>, query: LooseQuery): string {
  const template = name.slice(name.indexOf(' ') + 1);
  const filled = template.replace(/\{(\w+)\}/gu, (_, key: string) => encodeURIComponent(path[key] ?? ''));
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') parameters.set(key, String(value));
  return parameters.size === 0 ? filled : `${filled}?${parameters.toString()}`;
}
