import type { Packet } from '@ibid/core';
import type { StoredPackets } from '@ibid/store/internal';

/** A packet as stored and sent: its JSON, encoded once. */
export interface EncodedPacket {
  seq: number;
  type: string;
  json: string;
}

export function encodePacket(packet: Packet): EncodedPacket {
  return { seq: packet.seq, type: packet.type, json: JSON.stringify(packet) };
}

/** As stored; null if there are none. */
export function batchOf(
  turnId: string,
  packets: readonly EncodedPacket[],
): (StoredPackets & { turnId: string }) | null {
  const [first] = packets;
  const last = packets.at(-1);
  if (!first || !last) return null;
  const lines = packets.map((packet) => packet.json).join('\n');
  return { turnId, firstSeq: first.seq, lastSeq: last.seq, lines };
}

/** As server-sent events. JSON contains no line breaks, so one `data` line is enough. */
export function eventFrames(packets: readonly EncodedPacket[]): string {
  let frames = '';
  for (const packet of packets)
    frames += `id: ${packet.seq}\nevent: ${packet.type}\ndata: ${packet.json}\n\n`;
  return frames;
}

/** The packets of stored batches after a cursor. */
export function decodeStored(batches: readonly StoredPackets[], after: number): EncodedPacket[] {
  return batches.flatMap((batch) =>
    batch.lines
      .split('\n')
      .map((json, position) => ({ seq: batch.firstSeq + position, json, type: typeOf(json) }))
      .filter((packet) => packet.seq > after),
  );
}

export function parsePackets(packets: readonly EncodedPacket[]): Packet[] {
  return packets.map((packet) => JSON.parse(packet.json) as Packet);
}

/** Placement contains only numbers, so the first `"type":` is the packet's own. Parsing everything would cost more. */
const TYPE = /"type":"([a-z-]+)"/u;

function typeOf(json: string): string {
  return TYPE.exec(json)?.[1] ?? 'message';
}
