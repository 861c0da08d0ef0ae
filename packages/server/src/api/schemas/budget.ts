import { z } from '@hono/zod-openapi';

const tokens = z.number().int().min(0).max(1e15).nullable();
const usd = z.number().min(0).max(1e9).nullable();

/** ORG-5: null means no limit. Absent means none for a role, and the role's for a user. */
export const BudgetSchema = z
  .object({
    tokensPerDay: tokens,
    tokensPerMonth: tokens,
    usdPerDay: usd,
    usdPerMonth: usd,
    storageBytes: tokens,
    /** Unfinished jobs of a user at a time. */
    runningJobs: z.number().int().min(0).max(100_000).nullable(),
  })
  .partial()
  .openapi('Budget');

export const RoleBudgetsSchema = z.object({ administrator: BudgetSchema, member: BudgetSchema }).partial();

export const StandingSchema = z
  .object({
    name: z.enum([
      'tokensPerDay',
      'tokensPerMonth',
      'usdPerDay',
      'usdPerMonth',
      'storageBytes',
      'runningJobs',
    ]),
    used: z.number(),
    limit: z.number().nullable(),
    /** When it resets; null if only deleting or finishing frees it. */
    resetsAt: z.string().nullable(),
  })
  .openapi('Standing');
