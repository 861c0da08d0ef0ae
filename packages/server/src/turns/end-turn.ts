import { countsToKeep, shareReportParts } from '@ibid/core/internal';
import type {
  ContextReport,
  JsonValue,
  TurnContextInput,
  TurnResult,
  UserMessage,
} from '@ibid/core/internal';
import { TurnTaken } from '@ibid/store/internal';
import type { DatabaseDescriptorStore, FinishedTurn, TurnRow } from '@ibid/store/internal';
import type { TurnView } from '@ibid/core/turn-view';
import type { Principal } from '../auth/principal.js';
import type { Answering, Observability, Services } from '../services.js';
import { seenItems } from '../sharing/seen-items.js';
import { describeTurn } from './after-turn.js';
import { closePackets } from './close-packets.js';
import { doneWithin } from './done-within.js';
import type { LiveTurn } from './live-turn.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { openDescriptors } from './open-descriptors.js';
import { batchOf } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';
import type { TurnParticulars } from './prepare-turn.js';
import { citedChunks, viewOfPackets } from './view-of-packets.js';

/** How long the end of a turn waits for the database before clients are told: whoever sees it wants to read it. */
const SAVE_PATIENCE_MILLISECONDS = 2_000;
/** FLOW-7: whoever stopped it is told within 200 milliseconds. */
const STOPPED_PATIENCE_MILLISECONDS = 120;
/** A database may be away for minutes; what was answered is kept here until then. */
const SAVE_ATTEMPTS = 60;
const LONGEST_SAVE_PAUSE_MILLISECONDS = 5_000;

type StartedTurn = Pick<TurnRow, 'id' | 'conversationId' | 'userMessageId' | 'assistantMessageId'>;

export interface LiveTurnOptions {
  services: Services;
  principal: Principal;
  turn: StartedTurn;
  particulars: TurnParticulars;
}

/** What came of a turn: the engine's word on it, or that the server interrupted it. */
export type TurnEnding = Omit<TurnResult, 'status'> & { status: FinishedTurn['status'] };

interface EndingTurn extends LiveTurnOptions {
  live: LiveTurn;
  result: TurnEnding;
  descriptors: DatabaseDescriptorStore;
  context: TurnContextInput;
  user: UserMessage;
  /** What the conversation is called from now on. */
  title: string | null;
}

/**
 * Stores what came of a turn, then tells its watchers: whoever sees the end can read it. False where another server had
 * ended the turn, or it could never be stored.
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

/** False where another server had ended the turn, or its end could never be stored. */
async function tellEnd(options: {
  services: Answering;
  live: LiveTurn;
  end: readonly EncodedPacket[];
  saved: Promise<boolean>;
  patience: number;
}): Promise<boolean> {
  const { services, live, end, saved } = options;
  if (!(await mayBeTold(services, live.turnId, saved, options.patience))) return false;
  await services.liveTurns.sent();
  live.send(end);
  // Where the database was away, this process can still tell until then what it had not stored.
  return saved;
}

/** Waits for the end to be stored: always, where another server could end the turn in another way; else for a while. */
async function mayBeTold(
  services: Answering,
  turnId: string,
  saved: Promise<boolean>,
  patienceMilliseconds: number,
): Promise<boolean> {
  const isDecided = services.liveTurns.storesFirst || (await doneWithin(saved, patienceMilliseconds));
  if (!isDecided || (await saved)) return true;
  services.liveTurns.abandon(turnId);
  return false;
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
          // Before the row of the answer has grown.
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

/** CTX-10: of the turn that ends, and of what was shown before it and never counted with this tokenizer. */
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

/** Tries for as long as a database may be away. False where it was in vain, or another server has ended the turn. */
async function storeEnd(
  services: Observability & Answering,
  turnId: string,
  store: () => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // First the packets: whoever sees the turn ended, through another server, must find all of them. The last ones
      // are stored together with the end.
      const isWhole = await services.liveTurns.settle(turnId);
      if (!isWhole && services.liveTurns.storesFirst) throw new Error('Its packets are not stored yet.');
      await store();
      return true;
    } catch (error) {
      services.log.error({ err: error, turnId, attempt }, 'a finished turn could not be stored');
      // This process was taken for dead: what the other one kept of the turn is what people have seen since.
      if (error instanceof TurnTaken || attempt >= SAVE_ATTEMPTS) return false;
      await wait(Math.min(500 * attempt, LONGEST_SAVE_PAUSE_MILLISECONDS));
    }
  }
}

/** Something of ours failed before the engine could run. The person is told, and can retry. */
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

/** CTX-12: the question of a turn that never ran can be read again too, once it no longer fits. */
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

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function withoutRepeats(reports: readonly ContextReport[]): ContextReport[] {
  return reports.map((report, index) => shareReportParts(reports[index - 1] ?? null, report));
}
