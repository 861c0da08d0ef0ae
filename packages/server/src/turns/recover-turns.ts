import { PacketLog } from '@ibid/core/internal';
import type { Source } from '@ibid/core';
import { SHARED_QUEUE, claimTurn } from '@ibid/store/internal';
import type { TurnRow } from '@ibid/store/internal';
import type { Services } from '../services.js';
import { seenItems } from '../sharing/seen-items.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { describeTurn } from './after-turn.js';
import { closePackets, INTERRUPTED } from './close-packets.js';
import { batchOf, decodeStored, encodePacket, parsePackets } from './packet-frames.js';
import { openDescriptors } from './open-descriptors.js';
import { stepsOfView } from './steps-of-view.js';
import { withPassages } from './with-passages.js';
import type { TurnView } from '@ibid/core/turn-view';
import { citedChunks, viewOfPackets } from './view-of-packets.js';

type RecoveryServices = Pick<
  Services,
  | 'database'
  | 'serverId'
  | 'servers'
  | 'turns'
  | 'packets'
  | 'sources'
  | 'jobs'
  | 'log'
  | 'messages'
  | 'settings'
>;

/** FLOW-9: marks turns and jobs of dead processes as interrupted; what they had streamed becomes their message. */
export async function recoverTurns(services: RecoveryServices): Promise<number> {
  const living = await services.servers.living();
  let recovered = 0;
  for (const turn of await services.turns.orphans(living)) {
    const claim = { turnId: turn.id, from: turn.serverId, to: services.serverId };
    if (!(await claimTurn(services.database.db, claim))) continue;
    await recover(services, turn);
    recovered += 1;
  }
  await services.jobs.interruptOrphans([...living, SHARED_QUEUE]);
  if (recovered > 0) services.log.warn({ turns: recovered }, 'turns were interrupted');
  return recovered;
}

async function recover(services: RecoveryServices, turn: TurnRow): Promise<void> {
  const stored = await services.packets.after(turn.id, 0, 1_000_000);
  const packets = parsePackets(decodeStored(stored, 0));
  const ending = new PacketLog({ turnId: turn.id, after: packets.at(-1)?.seq ?? 0 });
  closePackets(turn, packets, {
    error: INTERRUPTED,
    emit: (placement, body) => void ending.add(placement, body),
  });
  const batch = batchOf(turn.id, ending.packets.map(encodePacket));
  const shown = viewOfPackets(turn.id, [...packets, ...ending.packets]);
  const status = batch ? 'interrupted' : endOf(shown);
  const view: TurnView = { ...shown, status };
  const { steps: shownSteps, answer } = stepsOfView(view);
  const { descriptors: settings } = await readSystemSettings(services.settings);
  const tree = await services.messages.tree(turn.conversationId);
  const descriptors = openDescriptors(services, {
    conversationId: turn.conversationId,
    tree,
    leafId: turn.assistantMessageId,
    quotaBytes: settings.quotaBytes,
  });
  const steps = await withPassages({ steps: shownSteps, view, descriptors });
  const question = await services.messages.get(turn.conversationId, turn.userMessageId);
  await services.sources.save({
    conversationId: turn.conversationId,
    turnId: turn.id,
    sources: sourcesOf(view),
  });
  await services.sources.saveSeen({
    conversationId: turn.conversationId,
    turnId: turn.id,
    itemIds: seenItems({ view, steps }),
  });
  await services.sources.saveCited({ conversationId: turn.conversationId, cited: citedChunks(view) });
  await services.turns.finish(
    {
      turnId: turn.id,
      serverId: services.serverId,
      conversationId: turn.conversationId,
      assistantMessageId: turn.assistantMessageId,
      status,
      text: answer,
      content: async (transaction) => {
        const told = { turn, question: question?.text ?? '', result: { steps, answer } };
        const descriptor = settings.enabled ? await describeTurn(descriptors, told, transaction) : null;
        return { view, steps, shownAnswer: answer, descriptor };
      },
      error: batch ? INTERRUPTED : view.error,
      contextReports: packets.flatMap((packet) => (packet.type === 'context-report' ? [packet.report] : [])),
      trajectory: null,
      usage: view.usage ?? { inputTokens: 0, outputTokens: 0 },
      costUsd: view.costUsd,
    },
    async (transaction) => {
      if (batch) await services.packets.append(services.serverId, [batch], transaction);
    },
  );
}

/** The status of a turn according to its packets. */
function endOf({ status }: TurnView): 'complete' | 'stopped' | 'failed' | 'interrupted' {
  if (status === 'running') return 'interrupted';
  return status === 'question' ? 'complete' : status;
}

/** Numbers that the user has seen keep their meaning (REF-2). */
function sourcesOf(view: TurnView): Source[] {
  const byNumber = new Map<number, Source>();
  for (const block of view.blocks) {
    if (block.kind !== 'tools') continue;
    for (const { number, itemId, title, url } of block.calls.flatMap((call) => call.sources))
      byNumber.set(number, { number, itemId, title, origin: 'tool', ...(url ? { url } : {}) });
  }
  return [...byNumber.values()];
}
