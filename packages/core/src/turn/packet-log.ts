import type { Packet, PacketBody, Placement } from './packet.js';

/** Where a turn's packets go. After `turn-stop` it discards everything. */
export interface PacketSink {
  readonly isOver: boolean;
  emit(placement: Placement, body: PacketBody): void;
  /** Emits the most frequent packet without a body object. */
  emitAnswerDelta(placement: Placement, text: string): void;
}

/** The packets of one turn in order, up to `turn-stop`. Only this class numbers packets. */
export class PacketLog {
  readonly #turnId: string;
  readonly #packets: Packet[] = [];
  #seq: number;
  #isOver = false;

  /** `after`: the number of the last packet stored elsewhere. */
  constructor(options: { turnId: string; after?: number }) {
    this.#turnId = options.turnId;
    this.#seq = options.after ?? 0;
  }

  get packets(): readonly Packet[] {
    return this.#packets;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Null if the turn is over. */
  add(placement: Placement, body: PacketBody): Packet | null {
    if (this.#isOver) return null;
    this.#isOver = body.type === 'turn-stop';
    return this.#keep({ seq: this.#seq + 1, turnId: this.#turnId, placement, ...body });
  }

  addAnswerDelta(placement: Placement, text: string): (Packet & { type: 'answer-delta' }) | null {
    if (this.#isOver) return null;
    return this.#keep({ seq: this.#seq + 1, turnId: this.#turnId, placement, type: 'answer-delta', text });
  }

  #keep<Kept extends Packet>(packet: Kept): Kept {
    this.#seq = packet.seq;
    this.#packets.push(packet);
    return packet;
  }
}
