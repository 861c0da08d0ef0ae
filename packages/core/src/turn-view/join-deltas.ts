import type { Packet, PacketBody } from '../turn/packet.js';

type DeltaType = 'reasoning-delta' | 'answer-delta' | 'tool-input-delta';
type PlacedDelta = Pick<Packet, 'placement'> & Extract<PacketBody, { type: DeltaType }>;

/**
 * Packets that carry a stretch of text, and can be joined with their like.
 *
 * ```ts
 * import type { DeltaPacket } from '@ibid/core/internal';
 *
 * const size = (packets: readonly DeltaPacket[]) => packets.reduce((sum, { text }) => sum + text.length, 0);
 * ```
 */
export type DeltaPacket = Extract<Packet, { type: DeltaType }>;

/** Puts neighbouring pieces of one text together. The joined packet carries the last piece's `seq`. */
export function joinDeltas(packets: readonly Packet[]): Packet[] {
  const joined: Packet[] = [];
  let open: DeltaPacket | null = null;
  for (const packet of packets) {
    if (!isDelta(packet)) {
      open = null;
      joined.push(packet);
    } else if (open !== null && continuesDelta(open, packet)) {
      open.text += packet.text;
      open.seq = packet.seq;
    } else {
      open = { ...packet };
      joined.push(open);
    }
  }
  return joined;
}

/**
 * Whether a packet carries a piece of text that continues where another one ended.
 *
 * ```ts
 * import type { Packet } from '@ibid/core';
 * import { isDelta } from '@ibid/core/internal';
 *
 * const deltasOf = (packets: readonly Packet[]) => packets.filter(isDelta);
 * console.log(deltasOf([]).length); // 0
 * ```
 */
export function isDelta<Body extends PacketBody>(packet: Body): packet is Extract<Body, { type: DeltaType }> {
  return (
    packet.type === 'answer-delta' || packet.type === 'reasoning-delta' || packet.type === 'tool-input-delta'
  );
}

/**
 * Whether a piece continues with the text of the piece right before it.
 *
 * ```ts
 * import { continuesDelta, type DeltaPacket } from '@ibid/core/internal';
 *
 * const belongTogether = (one: DeltaPacket, other: DeltaPacket) => continuesDelta(one, other);
 * console.log(typeof belongTogether);
 * ```
 */
export function continuesDelta(one: PlacedDelta, other: PlacedDelta): boolean {
  if (one.type !== other.type || !isSamePlace(one.placement, other.placement)) return false;
  return one.type !== 'tool-input-delta' || (other.type === one.type && other.callId === one.callId);
}

function isSamePlace(one: Packet['placement'], other: Packet['placement']): boolean {
  return (
    one === other ||
    (one.turnIndex === other.turnIndex &&
      one.tabIndex === other.tabIndex &&
      one.subTurnIndex === other.subTurnIndex)
  );
}
