import { assembleContext } from '@ibid/core';
import type { ContextReport } from '@ibid/core';
import { newId } from '@ibid/store';
import type { Conversation } from '@ibid/store';
import type { Principal } from '../auth/principal.js';
import { Unprocessable } from '../errors/index.js';
import type { Services } from '../services.js';
import { shownSources } from '../sharing/shown-sources.js';
import { withholdingFor } from '../sharing/withholding.js';
import { offeredOf } from './offered-of.js';
import { prepareTurn } from './prepare-turn.js';
import { resolveTurn } from './resolve-turn.js';
import type { TurnRequest } from './turn-request.js';

/** What the first step of a turn would see (CTX-13). Asks no model and stores nothing. */
export async function previewTurn(options: {
  services: Services;
  principal: Principal;
  conversation: Conversation;
  request: TurnRequest & { systemPrompt?: string | undefined };
}): Promise<ContextReport> {
  const { services, principal, conversation, request } = options;
  const { particulars } = await resolveTurn({ services, principal, conversation, request });
  const prepared = await prepareTurn(services, principal, particulars);
  const withholding = await withholdingFor(services, principal.viewer, conversation);
  const ledger = await shownSources(services, conversation.id, withholding);
  try {
    const { report } = assembleContext({
      ...prepared.context,
      ...(request.systemPrompt === undefined ? {} : { systemPrompt: request.systemPrompt || null }),
      current: { user: { ...particulars.user, id: newId() }, steps: [] },
      tools: offeredOf(prepared.tools),
      isLastStep: false,
      ledger,
      budgetScale: 1,
    });
    return report;
  } catch (error) {
    throw new Unprocessable((error as Error).message, 'context_overflow');
  }
}
