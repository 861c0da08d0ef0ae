import type { JsonValue } from '@ibid/core';
import type { SpendingLimits } from '@ibid/store/internal';
import type { z } from 'zod';
import type { BudgetSchema } from '../api/schemas/index.js';
import type { Principal } from '../auth/principal.js';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';

/** ORG-5: as configured for a role or user. Null: no limit; absent: the role's. */
export type BudgetSetting = z.infer<typeof BudgetSchema>;

/** The effective budget of a user. */
export type Budget = { [Key in keyof Required<BudgetSetting>]: number | null };

const NONE: Budget = {
  tokensPerDay: null,
  tokensPerMonth: null,
  usdPerDay: null,
  usdPerMonth: null,
  storageBytes: null,
  runningJobs: null,
};

/** Stored apart from the user's own settings, because users may not change it. */
const OWN_KEY = 'budget';
const scopeOf = (userId: string) => `budget:${userId}`;

export async function ownBudget(
  services: Pick<Services, 'settings'>,
  userId: string,
): Promise<BudgetSetting> {
  return ((await services.settings.all(scopeOf(userId)))[OWN_KEY] ?? {}) as BudgetSetting;
}

/** An empty budget restores the role's. */
export async function setOwnBudget(
  services: Pick<Services, 'settings' | 'spending'>,
  userId: string,
  budget: BudgetSetting,
): Promise<void> {
  if (Object.keys(budget).length === 0) await services.settings.deleteScope(scopeOf(userId));
  else await services.settings.set(scopeOf(userId), OWN_KEY, budget as JsonValue);
  await services.spending.recount(new Date(), userId);
}

export async function budgetOf(
  services: Pick<Services, 'settings'>,
  user: Pick<Principal['user'], 'id' | 'role'>,
): Promise<Budget> {
  const { budgets } = await readSystemSettings(services.settings);
  const defined = (budget: BudgetSetting | undefined) =>
    Object.fromEntries(Object.entries(budget ?? {}).filter(([, value]) => value !== undefined));
  return { ...NONE, ...defined(budgets[user.role]), ...defined(await ownBudget(services, user.id)) };
}

export function spendingLimits(budget: Budget): SpendingLimits {
  return {
    day: { tokens: budget.tokensPerDay, costUsd: budget.usdPerDay },
    month: { tokens: budget.tokensPerMonth, costUsd: budget.usdPerMonth },
  };
}

export function hasSpendingLimit(budget: Budget): boolean {
  const { tokensPerDay, tokensPerMonth, usdPerDay, usdPerMonth } = budget;
  return [tokensPerDay, tokensPerMonth, usdPerDay, usdPerMonth].some((limit) => limit !== null);
}
