import type { TokenUsage, UserMessage } from '@ibid/core/internal';
import { summariseHistory } from '@ibid/core';
import type { TurnResult } from '@ibid/core';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { Conversations, TurnWork } from '../services.js';
import { sourcesShownTo } from '../sharing/sources-shown-to.js';
import { withholdingFor, type Withholding } from '../sharing/withholding.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { convertUsage } from '@ibid/core/internal';
import { prepareTurn } from './prepare-turn.js';
import type { TurnParticulars } from './prepare-turn.js';

const PATIENCE_MILLISECONDS = 60_000;
const MOST_TOKENS_PER_CHARACTER = 3;

/**
 * CTX-14: after a turn, updates the branch's running summary if the next turn would drop too much. The model for small
 * tasks writes it; without a language model, or if it fails, turns are dropped as before. Returns the reason for a
 * failure.
 */
export async function keepSummary(options: {
  services: TurnWork;
  principal: Principal;
  turn: { id: string; conversationId: string; assistantMessageId: string };
  particulars: TurnParticulars;
}): Promise<string | null> {
  const { services, principal, turn, particulars } = options;
  const small = await services.models.resolve(await services.models.chosen('small'));
  if (!small.isLanguageModel) return null;
  const { model } = await metered(services, principal, small);
  const tree = await services.messages.tree(turn.conversationId);
  const { context } = await prepareTurn(services, principal, {
    ...particulars,
    tree,
    parentId: turn.assistantMessageId,
  });
  const withholding = await withholdingFor(services, principal.viewer, particulars.conversation);
  const itemIds = await shownItems(services, turn.conversationId, withholding);
  const next: UserMessage = { ...particulars.user, id: 'next', text: '', files: [], images: [] };
  const used: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  const { summary, failure } = await summariseHistory({
    input: {
      ...context,
      current: { user: next, steps: [] },
      tools: [],
      isLastStep: false,
      ledger: await sourcesShownTo(services, turn.conversationId, withholding),
      budgetScale: 1,
    },
    summaryWindow: small.profile.contextWindow,
    summarise: async (prompt) => {
      const { content, usage } = await model.doGenerate({
        prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
        abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      });
      const { inputTokens, outputTokens } = convertUsage(usage);
      used.inputTokens += inputTokens;
      used.outputTokens += outputTokens;
      return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    },
  });
  if (failure) services.log.warn({ reason: failure, turnId: turn.id }, 'no summary could be made');
  const last = summary && context.pastTurns[summary.coversTurns - 1];
  if (summary && last && summary.text !== context.summary?.text) {
    // Something may have been deleted or withdrawn meanwhile.
    const now = await withholdingFor(services, principal.viewer, particulars.conversation);
    if (now && itemIds.some(now.hides)) return 'A source was removed while the summary was being written.';
    await services.summaries.save({
      conversationId: turn.conversationId,
      lastMessageId: last.user.id,
      summary,
      itemIds,
    });
  }
  if (used.inputTokens === 0) return failure ?? null;
  const price = priceOf(small.id, (await readSystemSettings(services.settings)).prices);
  await services.usage.add([
    {
      userId: principal.user.id,
      conversationId: turn.conversationId,
      turnId: turn.id,
      purpose: 'summary',
      step: null,
      modelId: small.id,
      usage: used,
      costUsd: price ? costOf(price, used) : null,
    },
  ]);
  return failure ?? null;
}

/** Items whose text a summary written now may contain. */
async function shownItems(
  services: Conversations,
  conversationId: string,
  withholding: Withholding | null,
): Promise<string[]> {
  const traces = await services.sources.traces(conversationId);
  const itemIds = new Set(traces.map(({ itemId }) => itemId));
  return [...itemIds].filter((itemId) => !withholding?.hides(itemId));
}

/**
 * If the last step had room for everything and still has it for the answer, the next turn drops nothing. That is true
 * for most conversations, and needs no loading to find out.
 */
export function mayNeedSummary({
  contextReports,
  answer,
}: Pick<TurnResult, 'contextReports' | 'answer'>): boolean {
  const report = contextReports.at(-1);
  if (!report || report.removals.some((removal) => removal.action === 'dropped')) return true;
  return report.totalTokens + answer.length * MOST_TOKENS_PER_CHARACTER > report.budget.available;
}
