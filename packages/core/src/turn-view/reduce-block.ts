import type { Citation } from '../citations/citation.js';
import type { Packet } from '../turn/packet.js';
import { reduceCall } from './reduce-call.js';
import type { BlockView, ReasoningBlock, TextBlock, ToolsBlock, TurnView } from './turn-view.js';

/** Applies packets that belong to a block of the page, found by its placement (FLOW-4). */
export function reduceBlock(view: TurnView, packet: Packet): TurnView {
  const index = packet.placement.turnIndex;
  switch (packet.type) {
    case 'reasoning-start':
      return change(view, reasoning(view, index), (block) => block);
    case 'reasoning-delta':
      return change(view, reasoning(view, index), (block) => ({ ...block, text: block.text + packet.text }));
    case 'reasoning-end':
      return change(view, reasoning(view, index), (block) => ({ ...block, done: true }));
    case 'answer-start':
      return change(view, text(view, index), (block) => block);
    case 'answer-delta':
      return change(view, text(view, index), (block) => ({ ...block, text: block.text + packet.text }));
    case 'answer-end':
      return change(view, text(view, index), (block) => ({
        ...block,
        done: true,
        narration: packet.narration,
      }));
    case 'citation':
      return change(view, text(view, index), (block) => ({
        ...block,
        citations: joined(block.citations, [packet.citation]),
      }));
    case 'claims':
      return change(view, text(view, index), (block) => ({
        ...block,
        claims: packet.claims,
        isGrounded: packet.isGrounded,
      }));
    case 'repair':
      return change(view, text(view, index), (block) => repaired(block, packet));
    case 'against':
      return change(view, text(view, index), (block) => ({ ...block, against: packet.claims }));
    case 'tool-start':
    case 'tool-input-delta':
    case 'tool-progress':
    case 'tool-sources':
    case 'tool-result':
    case 'tool-end':
      return change(view, tools(view, index), (block) => ({
        ...block,
        calls: reduceCall(block.calls, packet),
      }));
    default:
      return view;
  }
}

/** Keeps the first version. */
function repaired(
  { text: first, citations, claims = [], ...block }: TextBlock,
  packet: Extract<Packet, { type: 'repair' }>,
): TextBlock {
  return {
    ...block,
    text: packet.text,
    citations: packet.citations,
    claims: packet.claims,
    repair: {
      first: { text: first, citations, claims },
      changes: packet.changes,
      ...(packet.refused && { refused: packet.refused }),
    },
  };
}

function find<Kind extends BlockView['kind']>(
  view: TurnView,
  index: number,
  kind: Kind,
): Extract<BlockView, { kind: Kind }> | undefined {
  return view.blocks.find(
    (block): block is Extract<BlockView, { kind: Kind }> => block.index === index && block.kind === kind,
  );
}

function reasoning(view: TurnView, index: number): ReasoningBlock {
  return find(view, index, 'reasoning') ?? { kind: 'reasoning', index, text: '', done: false };
}

function text(view: TurnView, index: number): TextBlock {
  return (
    find(view, index, 'text') ?? {
      kind: 'text',
      index,
      text: '',
      done: false,
      narration: false,
      citations: [],
    }
  );
}

function tools(view: TurnView, index: number): ToolsBlock {
  return find(view, index, 'tools') ?? { kind: 'tools', index, calls: [] };
}

function change<Block extends BlockView>(
  view: TurnView,
  before: Block,
  update: (block: Block) => BlockView,
): TurnView {
  const after = update(before);
  const position = view.blocks.indexOf(before);
  if (position >= 0) return { ...view, blocks: view.blocks.with(position, after) };
  const next = view.blocks.findIndex((block) => block.index > after.index);
  return { ...view, blocks: view.blocks.toSpliced(next < 0 ? view.blocks.length : next, 0, after) };
}

export type CitationPacket = Extract<Packet, { type: 'citation' }>;

/** Whether the text block that a packet belongs to exists. */
export function hasText(view: TurnView, { placement }: Packet): boolean {
  return find(view, placement.turnIndex, 'text') !== undefined;
}

/** Adds many citations to existing blocks at once. */
export function withCitations(view: TurnView, packets: readonly CitationPacket[]): TurnView {
  let next = view;
  for (const index of new Set(packets.map(({ placement }) => placement.turnIndex))) {
    const own = packets.filter(({ placement }) => placement.turnIndex === index);
    next = change(next, text(next, index), (block) => ({
      ...block,
      citations: joined(
        block.citations,
        own.map(({ citation }) => citation),
      ),
    }));
  }
  return next;
}

/** A later packet for the same citation carries its verdict (CIT-5); its position in the list stays. */
function joined(known: readonly Citation[], further: readonly Citation[]): Citation[] {
  const byId = new Map([...known, ...further].map((citation) => [citation.citationId, citation]));
  return [...byId.values()];
}
