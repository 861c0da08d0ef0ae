import type { Packet, PacketBody } from '../turn/packet.js';

type DeltaType = 'reasoning-delta' | 'answer-delta' | 'tool-input-delta';
type PlacedDelta = Pick<Packet, 'placement'> & Extract<PacketBody, { type: DeltaType }>;

/**
 * Packets that carry a piece of text and can be merged.
 *
 * ```ts
 * import type { DeltaPacket } from '@ibid/core/internal';
 *
 * const size = (packets: readonly DeltaPacket[]) => packets.reduce((sum, { text }) => sum + text.length, 0);
 * ```
 */
export type DeltaPacket = Extract<Packet, { type: DeltaType }>;

/** Merges neighbouring pieces of one text. The merged packet has the `seq` of the last piece. */
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
 * Whether a packet carries a piece of streamed text.
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
 * Whether a piece continues the text of the piece right before it.
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
