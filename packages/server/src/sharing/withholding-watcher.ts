import type { Packet } from '@ibid/core';
import type { Watcher } from '../turns/live-turn.js';
import { encodePacket, eventFrames } from '../turns/packet-frames.js';
import { withholdPacket } from './withhold.js';
import { reportForReaders } from './report-for-readers.js';
import type { Withholding } from './withholding.js';

const DATA = /^data: (.*)$/gmu;

/**
 * The same stream without what its watcher may not see. Frames are encoded once for all watchers, so they are parsed
 * again here.
 */
export function withholdingWatcher(
  watcher: Watcher,
  { from, isOwner }: { from: Withholding | null; isOwner: boolean },
): Watcher {
  if (!from && isOwner) return watcher;
  const seen = (packet: Packet): Packet => {
    if (from) return withholdPacket(packet, from);
    return packet.type === 'context-report' ? { ...packet, report: reportForReaders(packet.report) } : packet;
  };
  const shown = (frames: string) =>
    eventFrames(
      Array.from(frames.matchAll(DATA), ([, json = '']) => encodePacket(seen(JSON.parse(json) as Packet))),
    );
  return {
    write: (frames) => watcher.write(shown(frames)),
    end: (frames) => (frames === undefined ? watcher.end() : watcher.end(shown(frames))),
  };
}
