import { completeReport } from '../context/share-report-parts.js';
import { addUsage } from '../turn/usage.js';
import type { Packet } from '../turn/packet.js';
import { joinDeltas } from './join-deltas.js';
import { hasText, reduceBlock, withCitations, type CitationPacket } from './reduce-block.js';
import type { ReferenceView, TurnView } from './turn-view.js';

/**
 * Applies one packet. Packets already seen (`seq` at or below the view's) change nothing, so replaying a stream after a
 * lost connection gives the same view.
 *
 * ```ts
 * import type { Packet } from '@ibid/core';
 * import { emptyTurnView, reducePacket } from '@ibid/core/turn-view';
 *
 * let view = emptyTurnView('turn-1');
 * const onPacket = (packet: Packet) => (view = reducePacket(view, packet));
 * console.log(view.blocks.length, typeof onPacket); // 0
 * ```
 */
export function reducePacket(view: TurnView, packet: Packet): TurnView {
  if (packet.seq <= view.seq) return view;
  return { ...reduceBody(view, packet), seq: packet.seq };
}

/**
 * Applies many packets. Same result as one after the other, but without copying the view for every piece of text.
 *
 * ```ts
 * import { emptyTurnView, reducePackets } from '@ibid/core/turn-view';
 *
 * const stored: never[] = []; // packets from a database
 * console.log(reducePackets(emptyTurnView('turn-1'), stored).status);
 * ```
 */
export function reducePackets(view: TurnView, packets: readonly Packet[]): TurnView {
  const unseen = packets.filter((packet) => packet.seq > view.seq);
  let next = view;
  let waiting: CitationPacket[] = [];
  for (const packet of joinDeltas(unseen)) {
    // Batched: copying the list for each citation would take quadratic time.
    if (packet.type === 'citation' && hasText(next, packet)) {
      waiting.push(packet);
      continue;
    }
    if (packet.type === 'repair') {
      next = withCitations(next, waiting);
      waiting = [];
    }
    next = reducePacket(next, packet);
  }
  return { ...withCitations(next, waiting), seq: unseen.at(-1)?.seq ?? view.seq };
}

function reduceBody(view: TurnView, packet: Packet): TurnView {
  switch (packet.type) {
    case 'turn-start':
      return { ...view, modelId: packet.modelId, assistantMessageId: packet.assistantMessageId };
    case 'reference':
      return { ...view, references: withReference(view.references, packet) };
    case 'context-report': {
      // A view that began in the middle of a turn lacks the previous report; the turn itself has it.
      const report = completeReport(view.reports.at(-1)?.report ?? null, packet.report);
      if (!report) return view;
      const others = view.reports.filter((entry) => entry.step !== packet.step);
      return { ...view, reports: [...others, { step: packet.step, report }] };
    }
    case 'usage':
      return {
        ...view,
        usage: view.usage === null ? packet.usage : addUsage(view.usage, packet.usage),
        costUsd: packet.costUsd === undefined ? view.costUsd : (view.costUsd ?? 0) + packet.costUsd,
      };
    case 'warning':
      return { ...view, warnings: [...view.warnings, { code: packet.code, message: packet.message }] };
    case 'title':
      return { ...view, title: packet.title };
    case 'error':
      return {
        ...view,
        error: { code: packet.code, message: packet.message, retryable: packet.retryable },
      };
    case 'turn-stop':
      return { ...view, status: packet.reason, blocks: view.blocks.map(closed) };
    case 'heartbeat':
      return view;
    case 'tool-result':
      return { ...reduceBlock(view, packet), question: packet.question ?? view.question };
    default:
      return reduceBlock(view, packet);
  }
}

function closed(block: TurnView['blocks'][number]): TurnView['blocks'][number] {
  if (block.kind === 'tools') return block;
  return block.done ? block : { ...block, done: true };
}

function withReference(references: ReferenceView[], packet: ReferenceView): ReferenceView[] {
  const { descriptor, name, version, category, lines, characters } = packet;
  const entry = { descriptor, name, version, category, lines, characters };
  const known = references.findIndex((reference) => reference.descriptor === descriptor);
  return known < 0 ? [...references, entry] : references.with(known, entry);
}
