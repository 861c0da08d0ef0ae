import { QuotaExceeded, turnTranscript } from '@ibid/core/internal';
import type { TurnResult } from '@ibid/core';
import type { DatabaseDescriptorStore } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { Jobs, TurnWork } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { toolSettings } from '../settings/tool-settings.js';
import { keepSummary, mayNeedSummary } from './keep-summary.js';
import { makeModelTitle } from './make-model-title.js';
import { asksFirstAnew } from './asks-first-anew.js';
import { makeTitle } from './make-title.js';
import type { TurnParticulars } from './prepare-turn.js';
import { startSummaryJob } from './summary-job.js';

interface EndedTurn {
  services: TurnWork & Jobs;
  principal: Principal;
  turn: { id: string; conversationId: string; assistantMessageId: string };
  particulars: TurnParticulars;
  result: TurnResult;
}

/** Work after the answer is sent; nothing waits for it or depends on it. */
export function afterTurn(ended: EndedTurn): void {
  improveTitle(ended).catch((error: unknown) =>
    ended.services.log.warn({ reason: (error as Error).message }, 'no title could be made'),
  );
  if (!mayNeedSummary(ended.result)) return;
  const { services, principal, turn } = ended;
  const kept = services.jobRunner.isShared ? startSummaryJob(services, principal, turn) : keepSummary(ended);
  kept.catch((error: unknown) =>
    services.log.warn({ reason: (error as Error).message }, 'no summary could be made'),
  );
}

/** Replaces the title made from the question with one that the model for small tasks makes from the exchange. */
async function improveTitle({ services, principal, turn, particulars, result }: EndedTurn): Promise<void> {
  const { conversation, user } = particulars;
  // If the first attempt failed, the title is still the one made from the question.
  const { title, titleOrigin } = conversation;
  const isPlain =
    titleOrigin === 'none' ||
    asksFirstAnew(particulars) ||
    (titleOrigin === 'made' && title === makeTitle(user.text));
  if (!isPlain || result.status !== 'complete' || result.answer === '') return;
  const system = await readSystemSettings(services.settings);
  if (!toolSettings(system).titles) return;
  const small = await services.models.resolve(await services.models.chosen('small'));
  if (!small.isLanguageModel) return;
  const { model } = await metered(services, principal, small);
  const made = await makeModelTitle({
    model,
    profile: small.profile,
    question: user.text,
    answer: result.answer,
  });
  if (made.title !== null) await services.conversations.setMadeTitle(turn.conversationId, made.title);
  const price = priceOf(small.id, system.prices);
  await services.usage.add([
    {
      userId: principal.user.id,
      conversationId: turn.conversationId,
      turnId: turn.id,
      purpose: 'title',
      step: null,
      modelId: small.id,
      usage: made.usage,
      costUsd: price ? costOf(price, made.usage) : null,
    },
  ]);
}

/** CTX-12: creates a descriptor that keeps a turn readable once it no longer fits. Null if the quota is used up. */
export async function describeTurn(
  store: DatabaseDescriptorStore,
  options: {
    turn: EndedTurn['turn'];
    question: string;
    result: Pick<TurnResult, 'steps' | 'answer'>;
  },
  transaction: Parameters<DatabaseDescriptorStore['create']>[1],
): Promise<string | null> {
  const { turn, question, result } = options;
  const content = turnTranscript({ question, steps: result.steps, answer: result.answer });
  try {
    const origin = { kind: 'turn' as const, turnId: turn.id };
    return (await store.create({ content, origin, messageId: turn.assistantMessageId }, transaction)).name;
  } catch (error) {
    if (error instanceof QuotaExceeded) return null;
    throw error;
  }
}
