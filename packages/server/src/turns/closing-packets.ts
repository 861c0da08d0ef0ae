import { PACKET_VERSION } from '@ibid/core/internal';
import type { Citation, Packet, PacketBody, Placement } from '@ibid/core/internal';
import type { TurnRow } from '@ibid/store/internal';

type TurnIdentity = Pick<
  TurnRow,
  'id' | 'conversationId' | 'userMessageId' | 'assistantMessageId' | 'modelId'
>;

/**
 * What must follow the packets of a turn that was cut off anywhere, so that a client reads a well-formed turn: what
 * is open is closed, the error said, the turn stopped. Nothing, where they say the end themselves: it may be that only
 * the turn's own row could not be written.
 */
export function closingPackets(
  turn: TurnIdentity,
  packets: readonly Packet[],
  error: { code: string; message: string; retryable: boolean },
): Packet[] {
  if (packets.at(-1)?.type === 'turn-stop') return [];
  const closing: Packet[] = [];
  let seq = packets.at(-1)?.seq ?? 0;
  const add = (placement: Placement, body: PacketBody): void => {
    seq += 1;
    closing.push({ seq, turnId: turn.id, placement, ...body });
  };
  const first = { turnIndex: 0, tabIndex: 0 };
  if (packets.length === 0)
    add(first, {
      type: 'turn-start',
      version: PACKET_VERSION,
      conversationId: turn.conversationId,
      userMessageId: turn.userMessageId,
      assistantMessageId: turn.assistantMessageId,
      modelId: turn.modelId,
    });
  const open = openThings(packets);
  for (const { placement, citation } of open.citations)
    add(placement, { type: 'citation', citation: unchecked(citation) });
  for (const { placement, kind } of open.blocks)
    add(placement, kind === 'answer' ? { type: 'answer-end', narration: false } : { type: 'reasoning-end' });
  for (const { placement, callId } of open.calls)
    add(placement, { type: 'tool-end', callId, milliseconds: 0 });
  const last = packets.at(-1)?.placement ?? first;
  if (!packets.some((packet) => packet.type === 'error')) add(last, { type: 'error', ...error });
  add(last, { type: 'turn-stop', reason: 'failed' });
  return closing;
}

function openThings(packets: readonly Packet[]) {
  const blocks = new Map<number, { placement: Placement; kind: 'answer' | 'reasoning' }>();
  const calls = new Map<string, { placement: Placement; callId: string }>();
  const citations = new Map<string, { placement: Placement; citation: Citation }>();
  for (const packet of packets) {
    const { placement } = packet;
    if (packet.type === 'answer-start') blocks.set(placement.turnIndex, { placement, kind: 'answer' });
    if (packet.type === 'reasoning-start') blocks.set(placement.turnIndex, { placement, kind: 'reasoning' });
    if (packet.type === 'answer-end' || packet.type === 'reasoning-end') blocks.delete(placement.turnIndex);
    if (packet.type === 'tool-start') calls.set(packet.callId, { placement, callId: packet.callId });
    if (packet.type === 'tool-end') calls.delete(packet.callId);
    if (packet.type === 'citation') {
      const { citation } = packet;
      if (citation.verdict === null) citations.set(citation.citationId, { placement, citation });
      else citations.delete(citation.citationId);
    }
  }
  return { blocks: [...blocks.values()], calls: [...calls.values()], citations: [...citations.values()] };
}

function unchecked(citation: Citation): Citation {
  return { ...citation, verdict: 'weak', reason: 'The answer was cut off before this could be checked.' };
}
