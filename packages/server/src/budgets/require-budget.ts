import type { Principal } from '../auth/principal.js';
import type { ResolvedModel } from '../models/model-registry.js';
import type { Services } from '../services.js';
import { budgetOf, hasSpendingLimit, spendingLimits } from './budget.js';
import { BudgetSpent } from './budget-spent.js';

/** ORG-5: refuses users without remaining budget before anything is stored or started. */
export async function requireBudget(
  services: Pick<Services, 'settings' | 'spending'>,
  principal: Pick<Principal, 'user'>,
  { model, isLanguageModel }: Pick<ResolvedModel, 'model' | 'isLanguageModel'>,
): Promise<void> {
  if (!isLanguageModel) return;
  const budget = await budgetOf(services, principal.user);
  if (!hasSpendingLimit(budget)) return;
  const call = { userId: principal.user.id, at: new Date(), limits: spendingLimits(budget) };
  // Taking a single token and returning it is enough to know.
  const refusal = await services.spending.take({ ...call, tokens: 1, costUsd: 0.000_001 });
  if (refusal) throw new BudgetSpent(refusal, model);
  await services.spending.giveBack({ ...call, tokens: 1, costUsd: 0.000_001 });
}
