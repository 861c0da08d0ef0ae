import type { Packet, StopReason, TurnStatus } from '@ibid/core';
import type { TurnRow } from '@ibid/store';
import type { Services } from '../services.js';
import type { Watcher } from './live-turn.js';
import { decodeStored, encodePacket, eventFrames } from './packet-frames.js';

const POLL_MILLISECONDS = 100;

/**
 * FLOW-8: every packet of a turn after a cursor, then the coming ones, wherever the turn runs. Returns the way to
 * leave.
 */
export function followTurn(
  services: Pick<Services, 'liveTurns' | 'packets' | 'turns'>,
  options: { turn: TurnRow; after: number; watcher: Watcher },
): () => void {
  const live = services.liveTurns.get(options.turn.id);
  if (live) return live.watch(options.watcher, options.after);
  return followStored(services, options);
}

/** A turn that ended, or that another process runs: its packets are read from where they are stored. */
function followStored(
  services: Pick<Services, 'packets' | 'turns'>,
  { turn, after, watcher }: { turn: TurnRow; after: number; watcher: Watcher },
): () => void {
  let left = false;
  void (async () => {
    let cursor = after;
    let status: TurnStatus = turn.status;
    while (!left) {
      const packets = decodeStored(await services.packets.after(turn.id, cursor), cursor);
      const last = packets.at(-1);
      if (last) {
        watcher.write(eventFrames(packets));
        cursor = last.seq;
        if (last.type === 'turn-stop') break;
        continue;
      }
      if (status !== 'running') {
        // Its process died between storing the result and storing the last packet.
        if (!(await endsBefore(services, turn.id, cursor)))
          watcher.write(eventFrames([encodePacket(stopPacket(turn.id, cursor + 1, status))]));
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      status = (await services.turns.get(turn.id))?.status ?? 'interrupted';
    }
    if (!left) watcher.end();
  })().catch(() => watcher.end());
  return () => {
    left = true;
  };
}

/** Whether a client with this cursor has seen the end already. */
async function endsBefore(
  services: Pick<Services, 'packets'>,
  turnId: string,
  cursor: number,
): Promise<boolean> {
  if (cursor === 0) return false;
  const packets = decodeStored(await services.packets.after(turnId, cursor - 1), cursor - 1);
  return packets.length === 0 || packets.at(-1)?.type === 'turn-stop';
}

const REASONS: Record<TurnStatus, StopReason> = {
  running: 'failed',
  complete: 'complete',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'failed',
};

export function stopPacket(turnId: string, seq: number, status: TurnStatus): Packet {
  return {
    seq,
    turnId,
    placement: { turnIndex: 0, tabIndex: 0 },
    type: 'turn-stop',
    reason: REASONS[status],
  };
}
