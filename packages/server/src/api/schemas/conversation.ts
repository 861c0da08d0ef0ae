import { z } from '@hono/zod-openapi';
import { plainName } from '@ibid/retrieval/internal';
import { CursorQuerySchema, IdSchema, SharingSchema, labelSchema } from './common.js';
import { ScopeSchema } from './turn.js';

export const ConversationSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    agentId: z.string().nullable(),
    modelId: z.string().nullable(),
    projectId: z.string().nullable(),
    /** Limits its questions unless a question sets its own scope; empty: no limit. */
    scope: z.array(z.string()),
    isPinned: z.boolean(),
    leafId: z.string().nullable(),
    forkedFrom: z.object({ conversationId: z.string(), messageId: z.string() }).nullable(),
    sharing: SharingSchema,
    isOwner: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('Conversation');

export const ConversationListQuerySchema = CursorQuerySchema.extend({
  query: z.string().max(200).optional(),
  projectId: IdSchema.optional(),
  pinned: z.enum(['true', 'false']).optional(),
});

export const NewConversationSchema = z.object({
  title: z.string().overwrite(plainName).max(200).optional(),
  agentId: IdSchema.nullish(),
  modelId: z.string().max(200).nullish(),
  projectId: IdSchema.nullish(),
  scope: ScopeSchema.optional(),
});

export const ConversationChangeSchema = z.object({
  title: labelSchema().optional(),
  agentId: IdSchema.nullable().optional(),
  modelId: z.string().max(200).nullable().optional(),
  projectId: IdSchema.nullable().optional(),
  scope: ScopeSchema.optional(),
  isPinned: z.boolean().optional(),
  /** Any message: the newest leaf below it becomes the displayed branch. */
  leafId: IdSchema.optional(),
  sharing: SharingSchema.optional(),
});

export const ForkSchema = z.object({ messageId: IdSchema });
