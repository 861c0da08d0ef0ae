import { z } from '@hono/zod-openapi';
import { ProblemSchema } from '../api/schemas/index.js';

/** Pieces of route descriptions that repeat. */
export function jsonAnswer<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { content: { 'application/json': { schema } }, description };
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true } as const;
}

function problem(description: string) {
  return { content: { 'application/problem+json': { schema: ProblemSchema } }, description };
}

/** Every route may answer these. */
export const problems = {
  400: problem('The request is not valid.'),
  401: problem('Nobody is logged in.'),
  403: problem('Not allowed.'),
  404: problem('There is no such thing, or it is not visible to the asker.'),
  429: problem('Too many requests.'),
} as const;

export const conflict = { 409: problem('Does not fit the present state.') } as const;

export const tooLarge = { 413: problem('Over a limit of size.') } as const;

/** A file as it is. */
export const bytesAnswer = {
  200: {
    description: 'The bytes',
    content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
  },
};

export const nothing = { 204: { description: 'Done.' } } as const;
