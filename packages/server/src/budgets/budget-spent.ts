import { ProviderError } from '@ibid/core/internal';
import type { SpendingRefusal } from '@ibid/store/internal';

/** ORG-5: thrown at the start, or in the middle of a turn whose next step would exceed the budget. */
export class BudgetSpent extends ProviderError {
  readonly code = 'budget_spent';
  readonly retryable = false;
  readonly resetsAt: string;

  constructor(refusal: SpendingRefusal, model: { provider: string; modelId: string }) {
    const { span, resetsAt } = refusal;
    const ofBudget = span === 'day' ? 'of your budget for today' : 'of your budget for this month';
    super(
      `You have used ${spent(refusal)} ${ofBudget}. The rest is too little for this. It resets on ${inWords(resetsAt)}. An administrator can raise it.`,
      model,
    );
    this.resetsAt = resetsAt;
  }
}

function spent({ what, used, limit }: SpendingRefusal): string {
  if (what === 'costUsd') return `$${used.toFixed(2)} of $${limit.toFixed(2)}`;
  return `${used.toLocaleString('en')} of ${limit.toLocaleString('en')} tokens`;
}

function inWords(time: string): string {
  return `${time.slice(0, 10)} at ${time.slice(11, 16)} UTC`;
}
