import type { Packet } from '@ibid/core';
import type { Watcher } from '../turns/live-turn.js';
import { encodePacket, eventFrames } from '../turns/packet-frames.js';
import { withholdPacket } from './withhold.js';
import type { Withholding } from './withholding.js';

const DATA = /^data: (.*)$/gmu;

/** The same stream, less what its watcher may not see. Frames are made once for all watchers, so they are read again. */
export function withholdingWatcher(watcher: Watcher, from: Withholding | null): Watcher {
  if (!from) return watcher;
  const shown = (frames: string) =>
    eventFrames(
      Array.from(frames.matchAll(DATA), ([, json = '']) =>
        encodePacket(withholdPacket(JSON.parse(json) as Packet, from)),
      ),
    );
  return {
    write: (frames) => watcher.write(shown(frames)),
    end: (frames) => (frames === undefined ? watcher.end() : watcher.end(shown(frames))),
  };
}
