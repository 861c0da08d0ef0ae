import { z } from '@hono/zod-openapi';
import { ProblemSchema } from '../api/schemas/index.js';

/** Common pieces of route descriptions. */
export function jsonAnswer<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { content: { 'application/json': { schema } }, description };
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true } as const;
}

function problem(description: string) {
  return { content: { 'application/problem+json': { schema: ProblemSchema } }, description };
}

/** Errors that every route may return. */
export const problems = {
  400: problem('The request is not valid.'),
  401: problem('Nobody is logged in.'),
  403: problem('Not allowed.'),
  404: problem('It does not exist, or you may not see it.'),
  429: problem('Too many requests.'),
} as const;

export const conflict = { 409: problem('Not possible in the present state.') } as const;

export const tooLarge = { 413: problem('Too large.') } as const;

export const unprocessable = {
  422: problem('The request is well formed, but cannot be carried out: for example an unknown model.'),
} as const;

const FileSchema = z.string().openapi({ format: 'binary' });

/** A file of one of these types; `ANY_TYPE` if that depends on the file. */
export function fileAnswer(...mediaTypes: string[]) {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: FileSchema }]));
  // A route that may answer JSON would have to return it as an object. These return bytes, whatever is in them.
  type Bytes = Record<'application/octet-stream', { schema: typeof FileSchema }>;
  return { 200: { description: 'The file', content: content as Bytes } };
}

export const ANY_TYPE = '*/*';

/** The formats of exported answers. */
export const EXPORT_TYPES = [
  'text/markdown',
  'text/html',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/x-bibtex',
  'application/vnd.citationstyles.csl+json',
] as const;

export const nothing = { 204: { description: 'Done.' } } as const;
