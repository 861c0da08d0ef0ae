import type { Packet, PacketBody } from './packet.js';
import type { Placement } from './placement.js';

/**
 * Gets each packet as it is sent.
 *
 * ```ts
 * import type { PacketListener } from '@ibid/core';
 *
 * const listen: PacketListener = ({ seq, type }) => console.log(seq, type);
 * ```
 */
export type PacketListener = (packet: Packet) => void;

interface Subscriber {
  listener: PacketListener;
  /** Index into the log of the next packet it gets. */
  next: number;
  active: boolean;
}

/**
 * Takes packets from any depth and hands them on at once. It keeps the turn's packets, so that a listener that
 * comes late, or comes back with a cursor, gets every packet once and in order.
 */
export class Emitter {
  readonly #turnId: string;
  readonly #log: Packet[] = [];
  readonly #onListenerError: (error: unknown) => void;
  #subscribers: Subscriber[] = [];
  #draining = false;
  #closed = false;

  constructor(options: { turnId: string; onListenerError?: (error: unknown) => void }) {
    this.#turnId = options.turnId;
    this.#onListenerError = options.onListenerError ?? (() => {});
  }

  emit(placement: Placement, body: PacketBody): void {
    if (this.#closed) return;
    this.#log.push({ seq: this.#log.length + 1, turnId: this.#turnId, placement, ...body });
    this.#drain();
  }

  /** The one packet that comes by the hundred, built without going through a body object. */
  emitAnswerDelta(placement: Placement, text: string): void {
    if (this.#closed) return;
    this.#log.push({
      seq: this.#log.length + 1,
      turnId: this.#turnId,
      placement,
      type: 'answer-delta',
      text,
    });
    this.#drain();
  }

  /** Nothing is taken afterwards: what arrives late goes nowhere. */
  close(): void {
    this.#closed = true;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** All packets after the cursor, then the coming ones. Returns the way to unsubscribe. */
  subscribe(listener: PacketListener, options: { after?: number } = {}): () => void {
    const subscriber: Subscriber = { listener, next: options.after ?? 0, active: true };
    this.#subscribers = [...this.#subscribers, subscriber];
    this.#drain();
    return () => this.#remove(subscriber);
  }

  #remove(subscriber: Subscriber): void {
    subscriber.active = false;
    this.#subscribers = this.#subscribers.filter((other) => other !== subscriber);
  }

  // A listener may cause packets (by stopping the turn): they queue behind the one being handed on, so that every
  // listener sees the same order.
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    let moved = true;
    while (moved) {
      moved = false;
      for (const subscriber of this.#subscribers) {
        while (subscriber.active && subscriber.next < this.#log.length) {
          moved = true;
          const packet = this.#log[subscriber.next++] as Packet;
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
