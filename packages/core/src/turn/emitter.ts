import { PacketLog } from './packet-log.js';
import type { PacketSink } from './packet-log.js';
import type { Packet, PacketBody, Placement } from './packet.js';

/** Receives each packet as it is sent. */
export type PacketListener = (packet: Packet) => void;

interface Subscriber {
  listener: PacketListener;
  /** Index into the log of the next packet to deliver. */
  next: number;
  active: boolean;
}

/**
 * Accepts packets from any layer and delivers them at once. It keeps the turn's packets, so a listener that subscribes
 * late, or again with a cursor, gets every packet once and in order.
 */
export class Emitter implements PacketSink, AsyncIterable<Packet> {
  readonly #log: PacketLog;
  readonly #onListenerError: (error: unknown) => void;
  #subscribers: Subscriber[] = [];
  #draining = false;

  constructor(options: { turnId: string; onListenerError?: (error: unknown) => void }) {
    this.#log = new PacketLog(options);
    this.#onListenerError = options.onListenerError ?? (() => {});
  }

  get isOver(): boolean {
    return this.#log.isOver;
  }

  emit(placement: Placement, body: PacketBody): void {
    if (this.#log.add(placement, body)) this.#drain();
  }

  emitAnswerDelta(placement: Placement, text: string): void {
    if (this.#log.addAnswerDelta(placement, text)) this.#drain();
  }

  /** Delivers all packets after the cursor, then new ones. Returns a function to unsubscribe. */
  subscribe(listener: PacketListener, options: { after?: number } = {}): () => void {
    const subscriber: Subscriber = { listener, next: options.after ?? 0, active: true };
    this.#subscribers = [...this.#subscribers, subscriber];
    this.#drain();
    return () => this.#remove(subscriber);
  }

  /** Every iteration starts with the first packet and ends after `turn-stop`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Packet, void, undefined> {
    let waiting: Packet[] = [];
    let wake: (() => void) | null = null;
    const unsubscribe = this.subscribe((packet) => {
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
  }

  #remove(subscriber: Subscriber): void {
    subscriber.active = false;
    this.#subscribers = this.#subscribers.filter((other) => other !== subscriber);
  }

  /**
   * A listener may cause packets, by stopping the turn. They queue behind the current one, so all listeners see the
   * same order.
   */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    const { packets } = this.#log;
    let moved = true;
    while (moved) {
      moved = false;
      const subscribers = this.#subscribers;
      // By index: an iterator would be made for every packet.
      for (let index = 0; index < subscribers.length; index++) {
        const subscriber = subscribers[index] as Subscriber;
        while (subscriber.active && subscriber.next < packets.length) {
          moved = true;
          const packet = packets[subscriber.next++] as Packet;
          try {
            subscriber.listener(packet);
          } catch (error) {
            this.#remove(subscriber);
            this.#onListenerError(error);
          }
        }
      }
    }
    this.#draining = false;
  }
}
