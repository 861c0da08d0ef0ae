import { z } from '@hono/zod-openapi';
import { IdSchema, UsageSchema } from './common.js';
import { ContextReportSchema } from './context-report.js';

/** `kb` or `kb/item`: limits every tool of the turn (AGR-7). */
export const ScopeSchema = z.array(z.string().regex(/^[\w.:~-]{1,128}(?:\/[\w.:~-]{1,128})?$/u)).max(200);

const asked = {
  text: z.string().max(2_000_000),
  /**
   * The message that this one follows; null for the first, and then it may be left out. To edit, send with the edited
   * message's parent.
   */
  parentMessageId: IdSchema.nullish(),
  fileIds: z.array(IdSchema).max(100).optional(),
  agentId: IdSchema.nullish(),
  modelId: z.string().max(200).nullish(),
  scope: ScopeSchema.optional(),
  /** CIT-8, CIT-9: whether to repair the answer and search for counter-evidence; absent: as set. */
  review: z.object({ repair: z.boolean().optional(), against: z.boolean().optional() }).optional(),
};

export const NewTurnSchema = z
  .object({
    ...asked,
    /** An assistant message: creates an alternative answer to the same user message. `text` is then ignored. */
    regenerateOf: IdSchema.optional(),
  })
  .refine((turn) => turn.regenerateOf !== undefined || turn.text.trim() !== '' || turn.fileIds?.length, {
    message: 'The message is empty.',
    path: ['text'],
  })
  .openapi('NewTurn');

export const PreviewSchema = z
  .object({
    ...asked,
    /** Tries this system prompt instead of the stored one; empty means none. */
    systemPrompt: z.string().max(500_000).optional(),
  })
  .openapi('Preview');

/** For a conversation that does not exist yet. */
export const FirstPreviewSchema = PreviewSchema.extend({ projectId: IdSchema.nullish() }).openapi(
  'FirstPreview',
);

export const StartedTurnSchema = z
  .object({ turnId: z.string(), userMessageId: z.string(), assistantMessageId: z.string() })
  .openapi('StartedTurn');

export const TurnSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    userMessageId: z.string(),
    assistantMessageId: z.string(),
    status: z.enum(['running', 'complete', 'stopped', 'failed', 'interrupted']),
    modelId: z.string(),
    agentId: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
    contextReports: z.array(ContextReportSchema),
    trajectory: z.unknown(),
    usage: UsageSchema,
    costUsd: z.number().nullable(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .openapi('Turn');

export const EventsQuerySchema = z.object({ after: z.coerce.number().int().min(0).optional() });
