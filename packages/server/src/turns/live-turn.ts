import type { Packet } from '@ibid/core';
import { continuesDelta, isDelta } from '@ibid/core/turn-view';
import type { DeltaPacket } from '@ibid/core/turn-view';
import { encodePacket, eventFrames } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';

/** Somebody who watches a turn. Gets text in the format of server-sent events, each packet once and in order. */
export interface Watcher {
  write(frames: string): void;
  /** With the frames up to `turn-stop`, where they were not written before. */
  end(frames?: string): void;
}

/** FLOW-8: a turn that runs in this process, and who watches it. Watchers come and go; the turn goes on. */
export class LiveTurn {
  readonly turnId: string;
  readonly conversationId: string;
  /** When the pump last took what waited. */
  takenAt = -Infinity;
  readonly #schedule: (turn: LiveTurn) => void;
  readonly #packets: Packet[] = [];
  readonly #watchers = new Set<Watcher>();
  #pending: Packet[] = [];
  /** The last packet, while it may still grow. */
  #open: DeltaPacket | null = null;
  /** Last packet that was sent to the watchers. */
  #sent = 0;
  #isOver = false;
  #isAbandoned = false;

  constructor(options: { turnId: string; conversationId: string; schedule: (turn: LiveTurn) => void }) {
    this.turnId = options.turnId;
    this.conversationId = options.conversationId;
    this.#schedule = options.schedule;
  }

  /** Everything until now, the sent and the waiting. */
  get packets(): readonly Packet[] {
    return this.#packets;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** What was sent until now. Only of these may a cursor be given out: what waits may still grow. */
  get sentPackets(): readonly Packet[] {
    return this.#packets.slice(0, this.#sent);
  }

  /**
   * Pieces of one text that wait together become one packet, so that a fast model costs clients and database no more
   * than a slow one. Numbers are given here, for that reason: they rise by one.
   */
  add(packet: Packet): void {
    if (this.#open !== null && isDelta(packet) && continuesDelta(this.#open, packet)) {
      this.#open.text += packet.text;
      return;
    }
    const numbered = { ...packet, seq: this.#packets.length + 1 };
    this.#open = isDelta(numbered) ? numbered : null;
    this.#packets.push(numbered);
    this.#pending.push(numbered);
    this.#schedule(this);
  }

  takePending(): EncodedPacket[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#open = null;
    return taken.map(encodePacket);
  }

  /** It goes on elsewhere, or ended there: nothing more is sent from here, and its watchers have to ask again. */
  abandon(): void {
    this.#isAbandoned = true;
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  send(packets: readonly EncodedPacket[]): void {
    const last = packets.at(-1);
    if (!last || this.#isAbandoned) return;
    this.#sent = last.seq;
    this.#isOver = last.type === 'turn-stop';
    if (this.#watchers.size === 0) return;
    const frames = eventFrames(packets);
    for (const watcher of this.#watchers) {
      if (this.#isOver) watcher.end(frames);
      else watcher.write(frames);
    }
    if (this.#isOver) this.#watchers.clear();
  }

  /** Gives what was sent after the cursor at once, then the coming. Returns the way to leave. */
  watch(watcher: Watcher, after: number): () => void {
    const missed = this.#packets.slice(after, this.#sent);
    if (missed.length > 0) watcher.write(eventFrames(missed.map(encodePacket)));
    if (this.#isOver || this.#isAbandoned) {
      watcher.end();
      return () => {};
    }
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
