import { z } from '@hono/zod-openapi';

const days = z.number().int().min(1).max(36_500).nullable();

/** ORG-3: retention in days; null: forever. */
export const RetentionSchema = z
  .object({
    /** Since the last message. */
    conversationDays: days.default(null),
    /** The list of jobs, including file names. */
    jobDays: days.default(null),
    /** Records of tokens and cost; monthly budgets need 31 days. */
    usageDays: z.number().int().min(31).max(36_500).nullable().default(null),
  })
  .openapi('Retention');

export const RetentionQuerySchema = z.object({
  conversationDays: z.coerce.number().int().min(1).max(36_500).optional(),
  jobDays: z.coerce.number().int().min(1).max(36_500).optional(),
  usageDays: z.coerce.number().int().min(31).max(36_500).optional(),
});

/** How much is or was deleted. */
export const GoneSchema = z.object({ conversations: z.number(), jobs: z.number(), usage: z.number() });

export const BaseRetentionSchema = z.object({ days });
