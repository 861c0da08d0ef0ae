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

/** A raw file. */
export const bytesAnswer = {
  200: {
    description: 'The bytes',
    content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
  },
};

export const nothing = { 204: { description: 'Done.' } } as const;
