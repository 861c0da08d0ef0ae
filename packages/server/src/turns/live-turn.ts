import { PacketLog } from '@ibid/core/internal';
import type { Packet, PacketBody, PacketSink, Placement } from '@ibid/core/internal';
import { continuesDelta, isDelta } from '@ibid/core/internal';
import type { DeltaPacket } from '@ibid/core/internal';
import { encodePacket, eventFrames } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';

/** A subscriber of a turn. Receives text in the format of server-sent events, each packet once and in order. */
export interface Watcher {
  write(frames: string): void;
  /** With the frames up to `turn-stop`, if they were not written before. */
  end(frames?: string): void;
}

interface Pump {
  /** Announces that this turn has pending packets. */
  schedule(turn: LiveTurn): void;
}

/**
 * FLOW-8: a turn running in this process, with its watchers. Watchers come and go; the turn continues. Its packets come
 * directly from the engine.
 */
export class LiveTurn implements PacketSink {
  readonly turnId: string;
  readonly conversationId: string;
  /** When the pump last took pending packets. */
  takenAt = -Infinity;
  readonly #pump: Pump;
  readonly #log: PacketLog;
  readonly #watchers = new Set<Watcher>();
  #pending: Packet[] = [];
  /** The last packet, while it may still grow. */
  #open: DeltaPacket | null = null;
  /** The last packet sent to watchers. */
  #sent = 0;
  #isEndSent = false;
  #isAbandoned = false;

  constructor(options: { turnId: string; conversationId: string; pump: Pump }) {
    this.turnId = options.turnId;
    this.conversationId = options.conversationId;
    this.#pump = options.pump;
    this.#log = new PacketLog(options);
  }

  /** All packets so far, sent and pending. */
  get packets(): readonly Packet[] {
    return this.#log.packets;
  }

  get isOver(): boolean {
    return this.#log.isOver;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Packets sent so far. Cursors may only refer to these: pending ones may still grow. */
  get sentPackets(): readonly Packet[] {
    return this.packets.slice(0, this.#sent);
  }

  /**
   * Merges pending pieces of one text into one packet, so a fast model costs clients and the database no more than a
   * slow one.
   */
  emit(placement: Placement, body: PacketBody): void {
    if (this.#open !== null && isDelta(body) && continuesDelta(this.#open, { placement, ...body }))
      this.#open.text += body.text;
    else this.#keep(this.#log.add(placement, body));
  }

  emitAnswerDelta(placement: Placement, text: string): void {
    const open = this.#open;
    if (open?.type === 'answer-delta' && open.placement === placement) open.text += text;
    else this.#keep(this.#log.addAnswerDelta(placement, text));
  }

  #keep(packet: Packet | null): void {
    if (packet === null) return;
    this.#open = isDelta(packet) ? packet : null;
    this.#pending.push(packet);
    // The end waits until it is stored: a client that sees it can read the result.
    if (packet.type !== 'turn-stop') this.#pump.schedule(this);
  }

  /** Packets to store and send. Empty once the turn is over; `takeEnd` returns the last ones. */
  takePending(): EncodedPacket[] {
    return this.isOver ? [] : this.#takeAll();
  }

  /** The last packets, to be sent once the end is stored. */
  takeEnd(): EncodedPacket[] {
    return this.#takeAll();
  }

  #takeAll(): EncodedPacket[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#open = null;
    return taken.map(encodePacket);
  }

  /** The turn continues or ended on another server: nothing more is sent from here, and watchers must reconnect. */
  abandon(): void {
    this.#isAbandoned = true;
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  send(packets: readonly EncodedPacket[]): void {
    const last = packets.at(-1);
    if (!last || this.#isAbandoned) return;
    this.#sent = last.seq;
    this.#isEndSent = last.type === 'turn-stop';
    if (this.#watchers.size === 0) return;
    const frames = eventFrames(packets);
    for (const watcher of this.#watchers) {
      if (this.#isEndSent) watcher.end(frames);
      else watcher.write(frames);
    }
    if (this.#isEndSent) this.#watchers.clear();
  }

  /** Delivers at once what was sent after the cursor, then new packets. Returns a function that unsubscribes. */
  watch(watcher: Watcher, after: number): () => void {
    const missed = this.packets.slice(after, this.#sent);
    if (missed.length > 0) watcher.write(eventFrames(missed.map(encodePacket)));
    if (this.#isEndSent || this.#isAbandoned) {
      watcher.end();
      return () => {};
    }
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
