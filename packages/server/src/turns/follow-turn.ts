import { PacketLog } from '@ibid/core/internal';
import type { StopReason, TurnStatus } from '@ibid/core/internal';
import type { TurnRow } from '@ibid/store/internal';
import type { Services } from '../services.js';
import type { Watcher } from './live-turn.js';
import { decodeStored, encodePacket, eventFrames } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';

/** Polling interval for the database; longer where news is pushed. */
const POLL_MILLISECONDS = 100;
const POLL_WITH_NEWS_MILLISECONDS = 1_000;

/**
 * FLOW-8: streams every packet of a turn after a cursor, then new ones, wherever the turn runs. Returns a function that
 * unsubscribes.
 */
export function followTurn(
  services: Pick<Services, 'liveTurns' | 'packets' | 'turns' | 'channel'>,
  options: { turn: TurnRow; after: number; watcher: Watcher },
): () => void {
  const live = services.liveTurns.get(options.turn.id);
  if (live) return live.watch(options.watcher, options.after);
  return followStored(services, options);
}

/** For a turn that has ended or runs in another process: reads its stored packets. */
function followStored(
  services: Pick<Services, 'packets' | 'turns' | 'channel'>,
  { turn, after, watcher }: { turn: TurnRow; after: number; watcher: Watcher },
): () => void {
  let left = false;
  let hasNews = false;
  let asksChannel = true;
  let wake = () => {};
  const unsubscribe = services.channel.onNews(turn.id, () => {
    hasNews = true;
    wake();
  });
  void (async () => {
    let cursor = after;
    let status: TurnStatus = turn.status;
    while (!left) {
      hasNews = false;
      const batches =
        (asksChannel && status === 'running' ? await services.channel.packetsAfter(turn.id, cursor) : null) ??
        (await services.packets.after(turn.id, cursor));
      const packets = decodeStored(batches, cursor);
      const last = packets.at(-1);
      if (last) {
        watcher.write(eventFrames(packets));
        cursor = last.seq;
        if (last.type === 'turn-stop') break;
        continue;
      }
      if (status !== 'running') {
        // Packets of finished turns are not kept forever.
        if (!(await endsBefore(services, turn.id, cursor)))
          watcher.write(eventFrames(stopAfter(cursor, turn.id, status)));
        break;
      }
      if (hasNews) continue;
      const isWoken = await new Promise<boolean>((resolve) => {
        const pause = services.channel.isLive ? POLL_WITH_NEWS_MILLISECONDS : POLL_MILLISECONDS;
        const timer = setTimeout(() => resolve(false), pause);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      asksChannel = isWoken;
      if (isWoken) continue;
      status = (await services.turns.get(turn.id))?.status ?? 'interrupted';
    }
    if (!left) watcher.end();
    unsubscribe();
  })().catch(() => {
    unsubscribe();
    watcher.end();
  });
  return () => {
    left = true;
    unsubscribe();
    wake();
  };
}

/** Whether a client with this cursor has already seen the end. */
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

function stopAfter(cursor: number, turnId: string, status: TurnStatus): EncodedPacket[] {
  const log = new PacketLog({ turnId, after: cursor });
  log.add({ turnIndex: 0, tabIndex: 0 }, { type: 'turn-stop', reason: REASONS[status] });
  return log.packets.map(encodePacket);
}
