import { reportOf } from '@ibid/retrieval/internal';
import { z } from 'zod';
import type { JobTask } from '../jobs/job-runner.js';
import { principalWhoAsked } from '../auth/principal-who-asked.js';
import type { Principal } from '../auth/principal.js';
import type { Accounts, Jobs, TurnWork } from '../services.js';
import { keepSummary } from './keep-summary.js';
import { resolveTurn } from './resolve-turn.js';
import { requestAgain } from './turn-request.js';

export const SummaryInputSchema = z.object({ turnId: z.string(), userId: z.string() });
export type SummaryInput = z.infer<typeof SummaryInputSchema>;

/** CTX-14: runs in any free worker, is retried if the model fails, and survives the server of the turn. */
export async function startSummaryJob(
  services: Jobs,
  principal: Principal,
  turn: { id: string },
): Promise<void> {
  const input = { turnId: turn.id, userId: principal.user.id };
  await services.jobRunner.start({
    kind: 'summary',
    ownerId: principal.user.id,
    input,
  });
}

/** With the turn's original request; does nothing if the conversation or user was deleted. */
export function summaryTask(services: TurnWork & Accounts, { turnId, userId }: SummaryInput): JobTask {
  return {
    work: async () => {
      const turn = await services.turns.get(turnId);
      const principal = await principalWhoAsked(services, userId);
      if (!turn || !principal) return reportOf([], false);
      const conversation = await services.conversations.get(principal.viewer, turn.conversationId);
      if (!conversation) return reportOf([], false);
      const { particulars } = await resolveTurn({
        services,
        principal,
        conversation,
        request: requestAgain(turn),
      });
      const failure = await keepSummary({ services, principal, turn, particulars });
      if (failure !== null) throw new Error(failure);
      return reportOf([], false);
    },
  };
}
