import type { BudgetTerms } from './context-report.js';
import type { CurrentTurn } from './current-turn.js';
import type { PreparedParts } from './prepare-parts.js';
import { historyListTokens } from './render-removed-list.js';

/**
 * CTX-11, room for tools: what fitting could give to the results of one more step, which is the budget less what cannot
 * be dropped for them. Past turns would all be dropped, results of this turn be paged, and files be handles; so the same
 * call has the same room in a fresh and in a full conversation.
 */
export function toolRoom(options: { budget: BudgetTerms; parts: PreparedParts; turn: CurrentTurn }): number {
  const { budget, parts, turn } = options;
  const list = historyListTokens(budget.window);
  const around = parts.fixedTokens + parts.citationTokens;
  return Math.max(0, budget.available - around - turn.leastTokens - list);
}
