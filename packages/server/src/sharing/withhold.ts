import type { Citation, Packet, ShownSource, Source, ToolCallRecord, TurnStep } from '@ibid/core';
import type { BlockView, CallView, TurnView } from '@ibid/core/turn-view';
import { WITHHELD, type Withholding } from './withholding.js';

/**
 * A conversation in which some source is hidden from somebody, as they see it. What was said stays: it is what is shared.
 * What led to it goes where it may hold the source's text: results and progress of tools, reasoning, passages.
 */

export function withholdSource(source: Source, from: Withholding): Source {
  if (!from.hides(source.itemId)) return source;
  const { number, itemId, origin } = source;
  return { number, itemId, origin, title: WITHHELD };
}

function withholdCitation(citation: Citation, from: Withholding): Citation {
  if (citation.itemId === null || !from.hides(citation.itemId)) return citation;
  const { url: _url, reason: _reason, secondOpinion: _opinion, ...rest } = citation;
  return { ...rest, title: WITHHELD, passage: null };
}

function withholdShown(source: ShownSource, from: Withholding): ShownSource {
  if (!from.hides(source.itemId)) return source;
  const { number, sourceId, itemId, chunkId, score } = source;
  return { number, sourceId, itemId, chunkId, score, title: WITHHELD, preview: WITHHELD };
}

/** Tools to read on with are named after what they read. */
function withholdName(toolName: string): string {
  return /^read_(?:more|page)(?=_)/u.exec(toolName)?.[0] ?? toolName;
}

export function withholdView(view: TurnView, from: Withholding): TurnView {
  return { ...view, reports: [], blocks: view.blocks.map((block) => withholdBlock(block, from)) };
}

function withholdBlock(block: BlockView, from: Withholding): BlockView {
  if (block.kind === 'reasoning') return { ...block, text: WITHHELD };
  if (block.kind === 'tools') return { ...block, calls: block.calls.map((call) => withholdCall(call, from)) };
  return { ...block, citations: block.citations.map((citation) => withholdCitation(citation, from)) };
}

function withholdCall(call: CallView, from: Withholding): CallView {
  const isClear = call.sources.length > 0 && !call.sources.some(({ itemId }) => from.hides(itemId));
  const result = call.result && {
    text: WITHHELD,
    descriptor: null,
    figures: null,
    data: null,
    isError: call.result.isError,
  };
  return {
    ...call,
    toolName: withholdName(call.toolName),
    title: null,
    progress: [],
    sources: call.sources.map((source) => withholdShown(source, from)),
    result: isClear ? call.result && { ...call.result, data: null } : result,
  };
}

/** For the model, which is told no more than the person is. */
export function withholdSteps(steps: readonly TurnStep[], from: Withholding): TurnStep[] {
  return steps.map(({ narration, calls, citations }) => ({
    reasoning: '',
    narration,
    calls: calls.map((call) => withholdRecord(call, from)),
    ...(citations ? { citations: citations.map((citation) => withholdCitation(citation, from)) } : {}),
  }));
}

function withholdRecord(call: ToolCallRecord, from: Withholding): ToolCallRecord {
  const { callId, input, outcome } = call;
  const record = { callId, toolName: withholdName(call.toolName), input };
  if (!outcome) return record;
  const chunks = outcome.chunks ?? [];
  const left = chunks.filter(({ itemId }) => !from.hides(itemId));
  if (chunks.length > 0 && left.length === chunks.length) return call;
  return {
    ...record,
    outcome: {
      text: WITHHELD,
      ...(left.length > 0 ? { chunks: left } : {}),
      ...(outcome.isError === undefined ? {} : { isError: outcome.isError }),
    },
  };
}

/** Numbers stay, so that a stream can be taken up again where it broke. */
export function withholdPacket(packet: Packet, from: Withholding): Packet {
  const { seq, turnId, placement } = packet;
  switch (packet.type) {
    case 'reasoning-delta':
      return { ...packet, text: '' };
    case 'tool-start': {
      const { title: _title, ...rest } = packet;
      return { ...rest, toolName: withholdName(packet.toolName) };
    }
    case 'tool-progress':
    case 'context-report':
      return { seq, turnId, placement, type: 'heartbeat' };
    case 'tool-sources':
      return { ...packet, sources: packet.sources.map((source) => withholdShown(source, from)) };
    case 'tool-result': {
      const { type, callId, input, isError, question } = packet;
      const asked = question ? { question } : {};
      return { seq, turnId, placement, type, callId, input, isError, text: WITHHELD, ...asked };
    }
    case 'citation':
      return { ...packet, citation: withholdCitation(packet.citation, from) };
    default:
      return packet;
  }
}
