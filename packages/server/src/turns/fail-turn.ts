import { readSystemSettings } from '../settings/system-settings.js';
import { describeTurn } from './after-turn.js';
import { closePackets } from './close-packets.js';
import type { LiveTurnOptions } from './end-turn.js';
import type { LiveTurn } from './live-turn.js';
import { openDescriptors } from './open-descriptors.js';
import { batchOf } from './packet-frames.js';
import { SAVE_PATIENCE_MILLISECONDS, storeEnd, tellEnd } from './store-end.js';
import { viewOfPackets } from './view-of-packets.js';

/** An internal failure before the engine could run. The user is told and can retry. */
export async function failTurn(options: LiveTurnOptions & { live: LiveTurn }): Promise<void> {
  const { services, turn, live } = options;
  const error = {
    code: 'internal_error',
    message: 'Something went wrong inside the server before the model was asked. Try again.',
    retryable: true,
  };
  closePackets({ ...turn, modelId: options.particulars.model.id }, live.packets, {
    error,
    emit: (placement, body) => live.emit(placement, body),
  });
  const end = live.takeEnd();
  const batch = batchOf(turn.id, end);
  const view = viewOfPackets(turn.id, live.packets);
  const content = { view, steps: [], shownAnswer: '' };
  const saved = storeEnd(services, turn.id, () =>
    services.turns.finish(
      {
        turnId: turn.id,
        serverId: services.serverId,
        conversationId: turn.conversationId,
        assistantMessageId: turn.assistantMessageId,
        status: 'failed',
        text: '',
        content: async (transaction) => {
          const descriptor = await describeFailed(options, transaction);
          return { ...content, descriptor };
        },
        error,
        contextReports: [],
        trajectory: null,
        usage: { inputTokens: 0, outputTokens: 0 },
        costUsd: null,
      },
      async (transaction) => {
        if (batch) await services.packets.append(services.serverId, [batch], transaction);
      },
    ),
  );
  if (await tellEnd({ services, live, end, saved, patience: SAVE_PATIENCE_MILLISECONDS }))
    if (batch) services.liveTurns.tell(batch);
}

/** CTX-12: keeps the question of a turn that never ran readable once it no longer fits. */
async function describeFailed(
  { services, turn, particulars }: LiveTurnOptions,
  transaction: Parameters<typeof describeTurn>[2],
): Promise<string | null> {
  const { descriptors: settings } = await readSystemSettings(services.settings);
  if (!settings.enabled) return null;
  const store = openDescriptors(services, {
    conversationId: turn.conversationId,
    tree: particulars.tree,
    leafId: particulars.parentId,
    adding: [turn.userMessageId, turn.assistantMessageId],
    quotaBytes: settings.quotaBytes,
  });
  const told = { turn, question: particulars.user.text, result: { steps: [], answer: '' } };
  return describeTurn(store, told, transaction);
}
