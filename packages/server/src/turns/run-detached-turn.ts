import { MemoryDescriptorStore, runTurn, systemClock } from '@ibid/core/internal';
import type {
  PastTurn,
  RunTurnOptions,
  Source,
  Tool,
  TurnHandle,
  TurnStep,
  UserMessage,
} from '@ibid/core/internal';
import { newId } from '@ibid/store/internal';
import type { Agent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { requireBudget } from '../budgets/require-budget.js';
import type { TurnWork } from '../services.js';
import { firstSearch } from './search-first.js';
import { prepareContext } from './prepare-turn.js';

export interface DetachedTurn {
  pastTurns: readonly PastTurn[];
  user: UserMessage;
  initialSteps?: readonly TurnStep[];
  agent: Agent | null;
  modelId: string;
  scope?: readonly string[];
  /** Already numbered, if the caller continues a conversation. */
  sources?: readonly Source[];
  /** The caller's tools, in addition to our own. */
  tools?: readonly Tool[];
  modelSettings?: RunTurnOptions['modelSettings'];
  /** Must be called first. */
  forcedTool?: string;
}

/** A turn for clients that keep the conversation themselves; stores only its usage. */
export async function runDetachedTurn(
  services: TurnWork,
  principal: Principal,
  turn: DetachedTurn,
): Promise<TurnHandle> {
  const resolved = await services.models.resolve(turn.modelId);
  await requireBudget(services, principal, resolved);
  const model = await metered(services, principal, resolved);
  const conversationId = `detached-${newId()}`;
  const prepared = await prepareContext(services, principal, {
    conversationId,
    pastTurns: turn.pastTurns,
    agent: turn.agent,
    project: null,
    model,
    scope: turn.scope ?? [],
  });
  const turnId = newId();
  const handle = runTurn({
    conversationId,
    turnId,
    assistantMessageId: newId(),
    user: turn.user,
    model: model.model,
    ...(turn.modelSettings && { modelSettings: turn.modelSettings }),
    ...(turn.forcedTool !== undefined && { forcedTool: turn.forcedTool }),
    context: prepared.context,
    ledger: { sources: [...(turn.sources ?? [])] },
    tools: [...prepared.tools, ...(turn.tools ?? [])],
    maxSteps: prepared.maxSteps,
    // A caller that continues after its own tools has already had its search.
    ...(prepared.searchesFirst &&
      !turn.initialSteps?.length && { firstCalls: firstSearch(turn.user, turn.pastTurns, prepared.tools) }),
    descriptors: new MemoryDescriptorStore({ now: () => new Date().toISOString() }),
    clock: systemClock,
    newId,
    costOf: prepared.costOf,
    readSource: prepared.readSource,
    ...(model.windowWatch && { windowWatch: model.windowWatch }),
    ...(prepared.embedClaims && { embedClaims: prepared.embedClaims }),
    ...(prepared.secondOpinion && { secondOpinion: prepared.secondOpinion }),
    ...(prepared.review && { review: prepared.review }),
    ...(turn.initialSteps ? { initialSteps: turn.initialSteps } : {}),
    onInternalError: (error) =>
      services.log.error({ err: error, turnId }, 'a turn failed with an internal error'),
  });
  void handle.result.then(({ usage, costUsd }) =>
    services.usage
      .add([
        {
          userId: principal.user.id,
          conversationId: null,
          turnId,
          purpose: 'chat',
          step: null,
          modelId: model.id,
          usage,
          costUsd,
        },
      ])
      .catch((error: unknown) => services.log.error({ err: error }, 'usage could not be stored')),
  );
  return handle;
}
