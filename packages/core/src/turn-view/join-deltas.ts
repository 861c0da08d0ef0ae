import type { Packet } from '../turn/packet.js';

type Delta = Extract<Packet, { type: 'reasoning-delta' | 'answer-delta' | 'tool-input-delta' }>;

/** Puts neighbouring pieces of one text together. The joined packet carries the last piece's `seq`. */
export function joinDeltas(packets: readonly Packet[]): Packet[] {
  const joined: Packet[] = [];
  let open: Delta | null = null;
  for (const packet of packets) {
    if (!isDelta(packet)) {
      open = null;
      joined.push(packet);
    } else if (open !== null && belongTogether(open, packet)) {
      open.text += packet.text;
      open.seq = packet.seq;
    } else {
      open = { ...packet };
      joined.push(open);
    }
  }
  return joined;
}

function isDelta(packet: Packet): packet is Delta {
  return (
    packet.type === 'answer-delta' || packet.type === 'reasoning-delta' || packet.type === 'tool-input-delta'
  );
}

function belongTogether(one: Delta, other: Delta): boolean {
  if (one.type !== other.type || one.placement.turnIndex !== other.placement.turnIndex) return false;
  return one.type !== 'tool-input-delta' || (other.type === one.type && other.callId === one.callId);
}
