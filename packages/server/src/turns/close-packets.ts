import { answerClaims, PACKET_VERSION } from '@ibid/core/internal';
import type { Citation, Packet, PacketSink, Placement, TurnFailure } from '@ibid/core/internal';
import type { TurnRow } from '@ibid/store/internal';

type TurnIdentity = Pick<
  TurnRow,
  'id' | 'conversationId' | 'userMessageId' | 'assistantMessageId' | 'modelId'
>;

/**
 * The packets that complete an interrupted turn, so clients read a well-formed one: close what is open, report the
 * error, stop the turn. Empty if the packets already contain the end: possibly only the turn's row could not be
 * written.
 */
export function closePackets(
  turn: TurnIdentity,
  packets: readonly Packet[],
  options: { error: TurnFailure; emit: PacketSink['emit'] },
): void {
  const last = packets.at(-1);
  if (last?.type === 'turn-stop') return;
  const { error, emit } = options;
  const first = { turnIndex: 0, tabIndex: 0 };
  if (packets.length === 0)
    emit(first, {
      type: 'turn-start',
      version: PACKET_VERSION,
      conversationId: turn.conversationId,
      userMessageId: turn.userMessageId,
      assistantMessageId: turn.assistantMessageId,
      modelId: turn.modelId,
    });
  const open = openThings(packets);
  for (const { placement, citation } of open.citations)
    emit(placement, { type: 'citation', citation: unchecked(citation) });
  for (const { placement, kind } of open.blocks)
    emit(placement, kind === 'answer' ? { type: 'answer-end', narration: false } : { type: 'reasoning-end' });
  for (const { placement, callId } of open.calls)
    emit(placement, { type: 'tool-end', callId, milliseconds: 0 });
  const told = claimsOf(packets, open);
  if (told) emit(told.placement, told.packet);
  const placement = last?.placement ?? first;
  if (!packets.some((packet) => packet.type === 'error')) emit(placement, { type: 'error', ...error });
  emit(placement, { type: 'turn-stop', reason: 'failed' });
}

/** CIT-7: the balance of what had arrived of the answer; null if none had, or its claims were told. */
function claimsOf(packets: readonly Packet[], open: ReturnType<typeof openThings>) {
  const placement = packets.findLast(({ type }) => type === 'answer-start')?.placement;
  if (!placement || packets.some(({ type }) => type === 'claims')) return null;
  const isNarration = packets.some(
    (packet) =>
      packet.type === 'answer-end' && packet.narration && packet.placement.turnIndex === placement.turnIndex,
  );
  if (isNarration) return null;
  let text = '';
  const citations = new Map<string, Citation>();
  for (const packet of packets) {
    if (packet.placement.turnIndex !== placement.turnIndex) continue;
    if (packet.type === 'answer-delta') text += packet.text;
    if (packet.type === 'citation') citations.set(packet.citation.citationId, packet.citation);
  }
  for (const { citation } of open.citations)
    if (citations.has(citation.citationId)) citations.set(citation.citationId, unchecked(citation));
  const claims = answerClaims({ text, citations: [...citations.values()], isCut: true });
  const isGrounded = packets.some((packet) => packet.type === 'tool-sources' && packet.sources.length > 0);
  return claims.length === 0 ? null : { placement, packet: { type: 'claims', claims, isGrounded } as const };
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

/** FLOW-9: the error of a turn that its server could not finish. */
export const INTERRUPTED = {
  code: 'interrupted',
  message: 'The server stopped in the middle of this answer. What had arrived is kept; try again.',
  retryable: true,
};
