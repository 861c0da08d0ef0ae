import { z } from '@hono/zod-openapi';

/** RFC 9457. `code` is stable, for programs; `detail` tells a person what to do. */
export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
  })
  .openapi('Problem');

/** Ids are ours or a caller's mistake: anything else is refused before it reaches the database. */
export const IdSchema = z.string().regex(/^[\w.:~-]{1,128}$/u);

export const IdParamSchema = z.object({ id: IdSchema });

export const CursorQuerySchema = z.object({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const JsonObjectSchema = z.record(z.string(), z.unknown());

export const SharingSchema = z
  .object({
    visibility: z.enum(['private', 'shared', 'public']),
    sharedWithUsers: z.array(IdSchema).max(1000).default([]),
    sharedWithGroups: z.array(z.string().min(1).max(100)).max(100).default([]),
  })
  .openapi('Sharing');

export const UsageSchema = z
  .object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedInputTokens: z.number().optional(),
    reasoningTokens: z.number().optional(),
  })
  .openapi('TokenUsage');

export function listOf<Schema extends z.ZodType>(row: Schema) {
  return z.object({ rows: z.array(row), cursor: z.string().nullable() });
}

/** `nullable()` would make every use of a named schema nullable in the OpenAPI document. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()]);
}
