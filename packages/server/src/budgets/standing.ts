import { spendingPeriods } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Services } from '../services.js';
import { budgetOf } from './budget.js';

/** ORG-5: a user's usage and limits, and when they reset. */
export async function standing(
  services: Pick<Services, 'settings' | 'spending' | 'quotas'>,
  user: Pick<Principal['user'], 'id' | 'role'>,
) {
  const at = new Date();
  const budget = await budgetOf(services, user);
  const { day, month } = await services.spending.used(user.id, at);
  const periods = spendingPeriods(at);
  const row = (name: keyof typeof budget, used: number, resetsAt: string | null = null) => ({
    name,
    used,
    limit: budget[name],
    resetsAt,
  });
  return [
    row('tokensPerDay', day.tokens, periods.day.to),
    row('tokensPerMonth', month.tokens, periods.month.to),
    row('usdPerDay', day.costUsd, periods.day.to),
    row('usdPerMonth', month.costUsd, periods.month.to),
    row('storageBytes', await services.quotas.used(user.id, 'storage')),
    row('runningJobs', await services.quotas.used(user.id, 'jobs')),
  ];
}
