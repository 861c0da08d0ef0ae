import type {
  Citation,
  ClaimAgainst,
  Packet,
  RepairChange,
  ShownSource,
  Source,
  ToolCallRecord,
  TurnStep,
} from '@ibid/core/internal';
import type { BlockView, CallView, TurnView } from '@ibid/core/turn-view';
import { toolFamily } from '../turns/tool-family.js';
import { WITHHELD } from './withheld.js';
import { type Withholding } from './withholding.js';

/**
 * A turn that may contain a hidden source, as a given user sees it. The answer stays, since it is what is shared. What
 * led to it is removed where it may contain the source's text: results and progress of tools, passages, and whatever
 * the model wrote after it may have read it, such as reasoning and arguments of calls.
 */

type Hiding = Pick<Withholding, 'hides'>;

export function withholdSource(source: Source, from: Hiding): Source {
  if (!from.hides(source.itemId)) return source;
  const { number, itemId, origin } = source;
  return { number, itemId, origin, title: WITHHELD };
}

function withholdCitation(citation: Citation, from: Hiding): Citation {
  if (citation.itemId === null || !from.hides(citation.itemId)) return citation;
  const { url: _url, reason: _reason, secondOpinion: _opinion, ...rest } = citation;
  return { ...rest, title: WITHHELD, passage: null };
}

function withholdShown(source: ShownSource, from: Hiding): ShownSource {
  if (!from.hides(source.itemId)) return source;
  const { number, sourceId, itemId, chunkId } = source;
  return { number, sourceId, itemId, chunkId, score: null, title: WITHHELD, preview: WITHHELD };
}

export function withholdView(messageId: string, view: TurnView, from: Withholding): TurnView {
  let hasRead = from.mayBeBefore(messageId);
  const blocks = view.blocks.map((block) => {
    const shown = withholdBlock(block, from, hasRead);
    hasRead ||= block.kind === 'tools';
    return shown;
  });
  return { ...view, reports: [], blocks };
}

function withholdBlock(block: BlockView, from: Hiding, hasRead: boolean): BlockView {
  if (block.kind === 'reasoning') return hasRead ? { ...block, text: WITHHELD } : block;
  if (block.kind === 'tools')
    return { ...block, calls: block.calls.map((call) => withholdCall(call, from, hasRead)) };
  const { repair, against, citations, ...rest } = block;
  return {
    ...rest,
    citations: withheldCitations(citations, from),
    ...(repair && {
      repair: {
        first: { ...repair.first, citations: withheldCitations(repair.first.citations, from) },
        changes: withheldChanges(repair.changes),
      },
    }),
    ...(against && { against: withholdAgainst(against, from) }),
  };
}

function withheldCitations(citations: readonly Citation[], from: Hiding): Citation[] {
  return citations.map((citation) => withholdCitation(citation, from));
}

/** The reason for a change quotes the source. */
function withheldChanges(changes: readonly RepairChange[]): RepairChange[] {
  return changes.map((change) => ({ ...change, reason: null }));
}

/** Counter-evidence consists entirely of sources. */
function withholdAgainst(claims: readonly ClaimAgainst[], from: Hiding): ClaimAgainst[] {
  return claims.flatMap((claim) => {
    const rows = claim.rows.filter(({ itemId }) => !from.hides(itemId));
    return rows.length === 0 ? [] : [{ ...claim, rows }];
  });
}

function withholdCall(call: CallView, from: Hiding, hasRead: boolean): CallView {
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
    toolName: toolFamily(call.toolName),
    title: null,
    ...(hasRead && { input: null, inputText: '' }),
    progress: [],
    sources: call.sources.map((source) => withholdShown(source, from)),
    result: isClear ? call.result && { ...call.result, data: null } : result,
  };
}

/** For the model, which must not see more than the user. */
export function withholdSteps(messageId: string, steps: readonly TurnStep[], from: Withholding): TurnStep[] {
  let hasRead = from.mayBeBefore(messageId);
  return steps.map(({ narration, calls, citations }) => {
    const shown = calls.map((call) => withholdRecord(call, from, hasRead));
    hasRead ||= calls.length > 0;
    return {
      reasoning: '',
      narration,
      calls: shown,
      ...(citations ? { citations: citations.map((citation) => withholdCitation(citation, from)) } : {}),
    };
  });
}

function withholdRecord(call: ToolCallRecord, from: Hiding, hasRead: boolean): ToolCallRecord {
  const { callId, outcome } = call;
  const input = hasRead ? {} : call.input;
  const record = { callId, toolName: toolFamily(call.toolName), input };
  if (!outcome) return record;
  const chunks = outcome.chunks ?? [];
  const left = chunks.filter(({ itemId }) => !from.hides(itemId));
  if (chunks.length > 0 && left.length === chunks.length) {
    // An agent read more on the way than it returned.
    const { data: _data, ...clear } = outcome;
    return { ...call, input, outcome: clear };
  }
  return {
    ...record,
    outcome: {
      text: WITHHELD,
      ...(left.length > 0 ? { chunks: left } : {}),
      ...(outcome.isError === undefined ? {} : { isError: outcome.isError }),
    },
  };
}

/** Keeps sequence numbers, so a stream can be resumed where it broke. */
export function withholdPacket(packet: Packet, from: Hiding): Packet {
  const { seq, turnId, placement } = packet;
  switch (packet.type) {
    case 'reasoning-delta':
      return { ...packet, text: '' };
    case 'tool-start': {
      const { title: _title, ...rest } = packet;
      return { ...rest, toolName: toolFamily(packet.toolName) };
    }
    case 'tool-input-delta':
    case 'tool-progress':
    case 'context-report':
      return { seq, turnId, placement, type: 'heartbeat' };
    case 'tool-sources':
      return { ...packet, sources: packet.sources.map((source) => withholdShown(source, from)) };
    case 'tool-result': {
      const { type, callId, isError, question } = packet;
      const asked = question ? { question } : {};
      return { seq, turnId, placement, type, callId, input: null, isError, text: WITHHELD, ...asked };
    }
    case 'citation':
      return { ...packet, citation: withholdCitation(packet.citation, from) };
    case 'repair': {
      // What was proposed may quote the source.
      const { refused: _refused, ...rest } = packet;
      return {
        ...rest,
        citations: withheldCitations(packet.citations, from),
        changes: withheldChanges(packet.changes),
      };
    }
    case 'against':
      return { ...packet, claims: withholdAgainst(packet.claims, from) };
    default:
      return packet;
  }
}
