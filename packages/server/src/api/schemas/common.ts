import { z } from '@hono/zod-openapi';
import { plainName } from '@ibid/retrieval/internal';

/** RFC 9457. `code` is stable, for programs; `detail` tells the user what to do. */
export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    /** Each part of the request that is not valid: `field` is its place, such as `messages[0].content`. */
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem');

/** Rejects malformed ids before they reach the database. */
export const IdSchema = z.string().regex(/^[\w.:~-]{1,128}$/u);

/** The id of a conversation, which is also a folder name. A client may choose one of letters, digits, - and _. */
export const ConversationIdSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/u, 'At most 64 letters, digits, hyphens and underscores.');

/** A name or title given by a user, without invisible or misleading characters. */
export function labelSchema(most = 200) {
  return z.string().overwrite(plainName).min(1).max(most);
}

export const IdParamSchema = z.object({ id: IdSchema });

export const CursorQuerySchema = z.object({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Deeper than anyone needs, and far below the limit of the stack. */
const DEEPEST_JSON = 32;

/** Any JSON object up to a sensible depth: it is processed recursively. */
export const JsonObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => isShallow(value), { error: `JSON is nested ${DEEPEST_JSON} levels deep at most.` });

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_JSON) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

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
