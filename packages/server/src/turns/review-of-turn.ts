import type { AnswerReview, AskSecondOpinion } from '@ibid/core/internal';
import { checkClaimsTool } from '@ibid/retrieval/internal';
import type { Agent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Budgets, Configuration, Models, Observability } from '../services.js';
import type { SystemSettings } from '../settings/system-settings.js';
import { toolSettings } from '../settings/tool-settings.js';
import type { ChosenKnowledge } from './choose-knowledge.js';
import { proposeRepairs } from './propose-repairs.js';
import { maySearch } from './search-first.js';
import { secondOpinion } from './second-opinion.js';
import { smallModel } from './small-model.js';

/** Overrides the settings; absent: as set. */
export interface AskedReview {
  repair?: boolean;
  against?: boolean;
}

/** CIT-8, CIT-9: what happens to an answer's claims, by the request or the settings. */
export async function reviewOfTurn(
  services: Configuration & Observability & Budgets & Models,
  principal: Principal,
  turn: {
    system: SystemSettings;
    conversationId: string;
    agent: Agent | null;
    chosen: ChosenKnowledge;
    asked: AskedReview;
  },
): Promise<{ secondOpinion?: AskSecondOpinion; review?: AnswerReview }> {
  const set = toolSettings(turn.system);
  const repairs = turn.asked.repair ?? set.repair;
  const against = turn.asked.against ?? set.against;
  const { knowledge, hasKnowledge } = turn.chosen;
  const small =
    set.secondOpinion || repairs ? await smallModel(services, principal, conversationIn(turn)) : null;
  const search =
    hasKnowledge && maySearch(turn.agent) ? checkClaimsTool({ knowledge, evidence: repairs, against }) : null;
  return {
    ...(set.secondOpinion && small && { secondOpinion: secondOpinion(small('second-opinion')) }),
    ...((repairs || against) && {
      review: {
        search,
        ...(repairs && { repair: { propose: small && proposeRepairs(small('repair')) } }),
        against,
      },
    }),
  };
}

/** Null for clients that keep the conversation themselves. */
const conversationIn = ({ conversationId }: { conversationId: string }) =>
  conversationId.startsWith('detached-') ? null : conversationId;
