import { z } from '@hono/zod-openapi';

const days = z.number().int().min(1).max(36_500).nullable();

/** ORG-3: how many days things are kept; null: for ever. */
export const RetentionSchema = z
  .object({
    /** Since the last thing was said. */
    conversationDays: days.default(null),
    /** The list of jobs, with the names of files in it. */
    jobDays: days.default(null),
    /** Records of tokens and cost; budgets of a month need 31 days. */
    usageDays: z.number().int().min(31).max(36_500).nullable().default(null),
  })
  .openapi('Retention');

export const RetentionQuerySchema = z.object({
  conversationDays: z.coerce.number().int().min(1).max(36_500).optional(),
  jobDays: z.coerce.number().int().min(1).max(36_500).optional(),
  usageDays: z.coerce.number().int().min(31).max(36_500).optional(),
});

/** How much goes, or went. */
export const GoneSchema = z.object({ conversations: z.number(), jobs: z.number(), usage: z.number() });

export const BaseRetentionSchema = z.object({ days });
