import type { Citation, Packet, TokenUsage } from '@ibid/core';
import { emptyTurnView } from './turn-view.js';
import type { BlockView, CallView, ReferenceView, TurnView } from './turn-view.js';

/** What a page that saw these packets shows. Context reports are left out: they are kept with the turn. */
export function viewOfPackets(turnId: string, packets: readonly Packet[]): TurnView {
  const view = emptyTurnView(turnId);
  for (const packet of packets) {
    take(view, packet);
    view.seq = packet.seq;
  }
  return view;
}

function take(view: TurnView, packet: Packet): void {
  switch (packet.type) {
    case 'turn-start':
      view.modelId = packet.modelId;
      view.assistantMessageId = packet.assistantMessageId;
      break;
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end': {
      const block = blockOf(view, packet.placement.turnIndex, 'reasoning');
      if (packet.type === 'reasoning-delta') block.text += packet.text;
      if (packet.type === 'reasoning-end') block.done = true;
      break;
    }
    case 'answer-start':
    case 'answer-delta':
    case 'answer-end': {
      const block = blockOf(view, packet.placement.turnIndex, 'text');
      if (packet.type === 'answer-delta') block.text += packet.text;
      if (packet.type === 'answer-end') {
        block.done = true;
        block.narration = packet.narration;
      }
      break;
    }
    case 'citation':
      putCitation(blockOf(view, packet.placement.turnIndex, 'text').citations, packet.citation);
      break;
    case 'reference':
      putReference(view.references, packet);
      break;
    case 'usage':
      view.usage = addUsage(view.usage, packet.usage);
      if (packet.costUsd !== undefined) view.costUsd = (view.costUsd ?? 0) + packet.costUsd;
      break;
    case 'warning':
      view.warnings.push({ code: packet.code, message: packet.message });
      break;
    case 'title':
      view.title = packet.title;
      break;
    case 'error':
      view.error = { code: packet.code, message: packet.message, retryable: packet.retryable };
      break;
    case 'turn-stop':
      view.status = packet.reason;
      for (const block of view.blocks) if (block.kind !== 'tools') block.done = true;
      break;
    case 'context-report':
    case 'heartbeat':
      break;
    default:
      takeCall(callOf(view, packet), packet);
      if (packet.type === 'tool-result' && packet.question) view.question = packet.question;
  }
}

type CallPacket = Extract<Packet, { callId: string }>;

function takeCall(call: CallView, packet: CallPacket): void {
  switch (packet.type) {
    case 'tool-start':
      call.toolName = packet.toolName;
      call.title = packet.title ?? null;
      break;
    case 'tool-input-delta':
      call.inputText += packet.text;
      break;
    case 'tool-progress':
      call.progress.push({
        message: packet.message,
        step: packet.placement.subTurnIndex ?? null,
        data: packet.data ?? null,
      });
      break;
    case 'tool-sources':
      call.sources.push(...packet.sources);
      break;
    case 'tool-result':
      call.input = packet.input;
      call.result = {
        text: packet.text,
        descriptor: packet.descriptor ?? null,
        figures: packet.figures ?? null,
        data: packet.data ?? null,
        isError: packet.isError,
      };
      break;
    case 'tool-end':
      call.milliseconds = packet.milliseconds;
      call.done = true;
      break;
  }
}

type BlockOf<Kind> = Extract<BlockView, { kind: Kind }>;

function blockOf<Kind extends BlockView['kind']>(view: TurnView, index: number, kind: Kind): BlockOf<Kind> {
  const known = view.blocks.findLast((block) => block.index === index && block.kind === kind);
  if (known) return known as BlockOf<Kind>;
  const made = newBlock(index, kind);
  const next = view.blocks.findIndex((block) => block.index > index);
  view.blocks.splice(next < 0 ? view.blocks.length : next, 0, made);
  return made as BlockOf<Kind>;
}

function newBlock(index: number, kind: BlockView['kind']): BlockView {
  if (kind === 'tools') return { kind, index, calls: [] };
  if (kind === 'reasoning') return { kind, index, text: '', done: false };
  return { kind, index, text: '', done: false, narration: false, citations: [] };
}

function callOf(view: TurnView, packet: CallPacket): CallView {
  const { calls } = blockOf(view, packet.placement.turnIndex, 'tools');
  const known = calls.find((call) => call.callId === packet.callId);
  if (known) return known;
  const made: CallView = {
    callId: packet.callId,
    tab: packet.placement.tabIndex,
    toolName: '',
    title: null,
    inputText: '',
    input: null,
    progress: [],
    sources: [],
    result: null,
    milliseconds: null,
    done: false,
  };
  calls.push(made);
  calls.sort((one, other) => one.tab - other.tab);
  return made;
}

/** A later packet for the same citation brings its verdict (CIT-5). */
function putCitation(citations: Citation[], citation: Citation): void {
  const position = citations.findIndex((known) => known.citationId === citation.citationId);
  if (position < 0) citations.push(citation);
  else citations[position] = citation;
}

function putReference(references: ReferenceView[], packet: ReferenceView): void {
  const { descriptor, name, version, category, lines, characters } = packet;
  const entry = { descriptor, name, version, category, lines, characters };
  const position = references.findIndex((known) => known.descriptor === descriptor);
  if (position < 0) references.push(entry);
  else references[position] = entry;
}

function addUsage(total: TokenUsage | null, usage: TokenUsage): TokenUsage {
  return {
    inputTokens: (total?.inputTokens ?? 0) + usage.inputTokens,
    outputTokens: (total?.outputTokens ?? 0) + usage.outputTokens,
    cachedInputTokens: (total?.cachedInputTokens ?? 0) + (usage.cachedInputTokens ?? 0),
    reasoningTokens: (total?.reasoningTokens ?? 0) + (usage.reasoningTokens ?? 0),
  };
}
