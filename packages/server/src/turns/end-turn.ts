import { countsToKeep, shareReportParts } from '@ibid/core/internal';
import type {
  ContextReport,
  JsonValue,
  TurnContextInput,
  TurnResult,
  UserMessage,
} from '@ibid/core/internal';
import type { DatabaseDescriptorStore, FinishedTurn, TurnRow } from '@ibid/store/internal';
import type { TurnView } from '@ibid/core/turn-view';
import type { Principal } from '../auth/principal.js';
import type { LiveTurnWork } from '../services.js';
import { seenItems } from '../sharing/seen-items.js';
import { describeTurn } from './after-turn.js';
import type { LiveTurn } from './live-turn.js';
import { batchOf } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';
import type { TurnParticulars } from './prepare-turn.js';
import { SAVE_PATIENCE_MILLISECONDS, storeEnd, tellEnd } from './store-end.js';
import { citedChunks, viewOfPackets } from './view-of-packets.js';

/** FLOW-7: a stop takes effect for the user within 200 milliseconds. */
const STOPPED_PATIENCE_MILLISECONDS = 120;
type StartedTurn = Pick<TurnRow, 'id' | 'conversationId' | 'userMessageId' | 'assistantMessageId'>;

export interface LiveTurnOptions {
  services: LiveTurnWork;
  principal: Principal;
  turn: StartedTurn;
  particulars: TurnParticulars;
}

/** The outcome of a turn: from the engine, or interrupted by the server. */
export type TurnEnding = Omit<TurnResult, 'status'> & { status: FinishedTurn['status'] };

interface EndingTurn extends LiveTurnOptions {
  live: LiveTurn;
  result: TurnEnding;
  descriptors: DatabaseDescriptorStore;
  context: TurnContextInput;
  user: UserMessage;
  /** The new title of the conversation. */
  title: string | null;
}

/**
 * Stores the outcome of a turn, then notifies its watchers: a client that sees the end can read the result. False if
 * another server had ended the turn, or it could not be stored.
 */
export async function endTurn(options: EndingTurn): Promise<boolean> {
  const { services, turn, live, result } = options;
  const end = live.takeEnd();
  const shown = viewOfPackets(turn.id, live.packets);
  const view: TurnView = result.status === 'interrupted' ? { ...shown, status: 'interrupted' } : shown;
  const saved = saveTurn({ ...options, view, end });
  const isStopped = result.status === 'stopped';
  const patience = isStopped ? STOPPED_PATIENCE_MILLISECONDS : SAVE_PATIENCE_MILLISECONDS;
  return tellEnd({ services, live, end, saved, patience });
}

async function saveTurn(
  options: EndingTurn & { view: TurnView; end: readonly EncodedPacket[] },
): Promise<boolean> {
  const { services, turn, result, particulars, view } = options;
  const { steps, shownAnswer } = result;
  const batch = batchOf(turn.id, options.end);
  const stored = await storeEnd(services, turn.id, () =>
    services.turns.finish(
      {
        turnId: turn.id,
        serverId: services.serverId,
        conversationId: turn.conversationId,
        assistantMessageId: turn.assistantMessageId,
        status: result.status,
        text: result.answer,
        content: async (transaction) => {
          const told = { turn, question: options.user.text, result };
          const descriptor = options.context.descriptorsEnabled
            ? await describeTurn(options.descriptors, told, transaction)
            : null;
          // Before the answer's row has grown.
          await services.messages.keepCounts(countsOf(options, descriptor), transaction);
          return { view, steps, shownAnswer, descriptor };
        },
        error: result.error,
        contextReports: withoutRepeats(result.contextReports),
        trajectory: trajectoryOf(view),
        usage: result.usage,
        costUsd: result.costUsd,
      },
      async (transaction) => {
        if (batch) await services.packets.append(services.serverId, [batch], transaction);
        const { sources } = result.ledger;
        await services.sources.save(
          { conversationId: turn.conversationId, turnId: turn.id, sources },
          transaction,
        );
        await services.sources.saveSeen(
          { conversationId: turn.conversationId, turnId: turn.id, itemIds: seenItems({ view, steps }) },
          transaction,
        );
        await services.sources.saveCited(
          { conversationId: turn.conversationId, cited: citedChunks(view) },
          transaction,
        );
        if (options.title !== null)
          await services.conversations.setMadeTitle(turn.conversationId, options.title, transaction);
        await services.usage.add(usageEntries(options.live, options, particulars.model.id), transaction);
      },
    ),
  );
  if (!stored) return false;
  if (batch) services.liveTurns.tell(batch);
  services.metrics.turn(result.status);
  return true;
}

/** CTX-10: token counts of the ending turn, and of earlier messages not yet counted with this tokenizer. */
function countsOf(
  options: Pick<EndingTurn, 'turn' | 'context' | 'user' | 'result'>,
  descriptor: string | null,
): ReturnType<typeof countsToKeep> {
  const { turn, context, user, result } = options;
  const { steps, answer, status } = result;
  const assistant = {
    role: 'assistant' as const,
    id: turn.assistantMessageId,
    turnId: turn.id,
    steps,
    answer,
    status,
    createdAt: user.createdAt,
    ...(descriptor === null ? {} : { descriptor }),
  };
  return countsToKeep({
    context,
    turns: [...context.pastTurns, { user, assistant }],
    ledger: result.ledger,
  });
}

function trajectoryOf(view: TurnView): JsonValue | null {
  const trajectories = view.blocks.flatMap((block) =>
    block.kind === 'tools'
      ? block.calls.flatMap((call) => {
          const data = call.result?.data;
          const found =
            typeof data === 'object' && data !== null && !Array.isArray(data) ? data['trajectory'] : null;
          return found ? [{ callId: call.callId, trajectory: found }] : [];
        })
      : [],
  );
  return trajectories.length > 0 ? trajectories : null;
}

function usageEntries(live: LiveTurn, options: { principal: Principal; turn: StartedTurn }, modelId: string) {
  return live.packets.flatMap((packet) =>
    packet.type === 'usage'
      ? [
          {
            userId: options.principal.user.id,
            conversationId: options.turn.conversationId,
            turnId: options.turn.id,
            purpose: 'chat',
            step: packet.step,
            modelId,
            usage: packet.usage,
            costUsd: packet.costUsd ?? null,
          },
        ]
      : [],
  );
}

function withoutRepeats(reports: readonly ContextReport[]): ContextReport[] {
  return reports.map((report, index) => shareReportParts(reports[index - 1] ?? null, report));
}
