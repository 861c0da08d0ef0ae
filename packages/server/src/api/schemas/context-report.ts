import { z } from '@hono/zod-openapi';

const kind = z.string();

/** CTX-13: every part of what the model saw, what was left out and why, and the terms of the budget. */
export const ContextReportSchema = z
  .object({
    modelId: z.string(),
    tokenizer: z.string(),
    parts: z.array(
      z.object({ kind, tokens: z.number(), origin: z.string(), reason: z.string(), text: z.string() }),
    ),
    removals: z.array(
      z.object({
        kind,
        action: z.string(),
        origin: z.string(),
        reason: z.string(),
        tokensBefore: z.number(),
        tokensAfter: z.number(),
        descriptor: z.string().nullable(),
      }),
    ),
    budget: z.object({
      window: z.number(),
      windowFrom: z.enum(['set', 'provider', 'error', 'usage', 'name', 'assumed']).optional(),
      reservedOutput: z.number(),
      safetyMargin: z.number(),
      toolDefinitions: z.number(),
      available: z.number(),
    }),
    totalTokens: z.number(),
    project: z.object({ mode: z.enum(['none', 'included', 'searched']), reason: z.string() }),
    sharedPrefixTokens: z.number().nullable(),
    /** Why the short system prompt or brief tool definitions were used, if they were. */
    shortForm: z.string().optional(),
    briefTools: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  })
  .openapi('ContextReport');
