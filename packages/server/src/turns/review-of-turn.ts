import type { AnswerReview, AskSecondOpinion, TokenUsage, Tool } from '@ibid/core/internal';
import { checkClaimsTool } from '@ibid/retrieval/internal';
import type { Agent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { Services } from '../services.js';
import type { SystemSettings } from '../settings/system-settings.js';
import type { SmallModel } from './ask-about-claims.js';
import type { ChosenKnowledge } from './choose-knowledge.js';
import { proposeRepairs } from './propose-repairs.js';
import { maySearch } from './search-first.js';
import { secondOpinion } from './second-opinion.js';

/** What a request asks for in place of the settings; absent: as set. */
export interface AskedReview {
  repair?: boolean;
  against?: boolean;
}

/** CIT-8, CIT-9: what is done about an answer's claims: as the request says, else as administrators have set it. */
export async function reviewOfTurn(
  services: Services,
  principal: Principal,
  turn: {
    system: SystemSettings;
    conversationId: string;
    agent: Agent | null;
    chosen: ChosenKnowledge;
    asked: AskedReview;
  },
): Promise<{ secondOpinion?: AskSecondOpinion; review?: AnswerReview }> {
  const { tools } = turn.system;
  const hasOpinion = tools['secondOpinion'] === true;
  const repairs = turn.asked.repair ?? tools['repair'] === true;
  const against = turn.asked.against ?? tools['against'] === true;
  const { knowledge, hasKnowledge } = turn.chosen;
  const small = hasOpinion || repairs ? await smallModel(services, principal, turn) : null;
  const search =
    hasKnowledge && maySearch(turn.agent)
      ? (checkClaimsTool({ knowledge, evidence: repairs, against }) as unknown as Tool)
      : null;
  return {
    ...(hasOpinion && small && { secondOpinion: secondOpinion(small('second-opinion')) }),
    ...((repairs || against) && {
      review: {
        search,
        ...(repairs && { repair: { propose: small && proposeRepairs(small('repair')) } }),
        against,
      },
    }),
  };
}

/** Null where it is no language model: it can say nothing about claims. */
async function smallModel(
  services: Services,
  principal: Principal,
  turn: { system: SystemSettings; conversationId: string },
): Promise<((purpose: string) => SmallModel) | null> {
  const small = await services.models.resolve(await services.models.chosen('small'));
  const { id, model, profile, isLanguageModel } = await metered(services, principal, small);
  if (!isLanguageModel) return null;
  const price = priceOf(id, turn.system.prices);
  const store = (purpose: string, usage: TokenUsage) =>
    void services.usage
      .add([
        {
          userId: principal.user.id,
          // A turn of a client that keeps its conversation itself has none here.
          conversationId: turn.conversationId.startsWith('detached-') ? null : turn.conversationId,
          turnId: null,
          purpose,
          step: null,
          modelId: id,
          usage,
          costUsd: price ? (costOf(price, usage) ?? null) : null,
        },
      ])
      .catch((error: unknown) => services.log.error({ err: error }, 'usage could not be stored'));
  return (purpose) => ({ model, modelId: id, profile, onUsage: (usage) => store(purpose, usage) });
}
