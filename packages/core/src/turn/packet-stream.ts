import type { Emitter } from './emitter.js';
import type { Packet } from './packet.js';

/** The turn's packets as an async iterable; every iteration starts from the first packet and ends after `turn-stop`. */
export function packetStream(emitter: Emitter): AsyncIterable<Packet> {
  return {
    async *[Symbol.asyncIterator]() {
      let waiting: Packet[] = [];
      let wake: (() => void) | null = null;
      const unsubscribe = emitter.subscribe((packet) => {
        waiting.push(packet);
        wake?.();
      });
      try {
        for (;;) {
          const batch = waiting;
          waiting = [];
          for (const packet of batch) {
            yield packet;
            if (packet.type === 'turn-stop') return;
          }
          if (waiting.length > 0) continue;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          wake = null;
        }
      } finally {
        unsubscribe();
      }
    },
  };
}
