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

/** CTX-14: by whichever worker is free, tried again when the model fails, and not lost with the server of the turn. */
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

/** With what the turn was asked with; nothing where the conversation or the person is gone since. */
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
