import type { JsonValue } from '@ibid/core';
import type { SpendingLimits } from '@ibid/store/internal';
import type { z } from 'zod';
import type { BudgetSchema } from '../api/schemas/index.js';
import type { Principal } from '../auth/principal.js';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';

/** ORG-5: as it is set for a role or a person. Null: no limit; absent: as the role has it. */
export type BudgetSetting = z.infer<typeof BudgetSchema>;

/** What holds for a person. */
export type Budget = { [Key in keyof Required<BudgetSetting>]: number | null };

const NONE: Budget = {
  tokensPerDay: null,
  tokensPerMonth: null,
  usdPerDay: null,
  usdPerMonth: null,
  storageBytes: null,
  runningJobs: null,
};

/** Beside the person's own settings, which they may change; this one they may not. */
const OWN_KEY = 'budget';
const scopeOf = (userId: string) => `budget:${userId}`;

export async function ownBudget(
  services: Pick<Services, 'settings'>,
  userId: string,
): Promise<BudgetSetting> {
  return ((await services.settings.all(scopeOf(userId)))[OWN_KEY] ?? {}) as BudgetSetting;
}

/** An empty one: the role's holds again. */
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
