import type { Packet } from '@ibid/core';
import { emptyTurnView, reducePackets } from '@ibid/core/turn-view';
import type { TurnView } from '@ibid/core/turn-view';

/** What a page that saw these packets shows. Without context reports, which are stored with the turn. */
export function viewOfPackets(turnId: string, packets: readonly Packet[]): TurnView {
  return { ...reducePackets(emptyTurnView(turnId), packets), reports: [] };
}

/** KB-11: the chunks that the answer of a turn cites. */
export function citedChunks(view: TurnView): { itemId: string; chunkId: string }[] {
  return view.blocks.flatMap((block) => {
    if (block.kind !== 'text') return [];
    return block.citations.flatMap(({ itemId, passage }) =>
      itemId !== null && passage ? [{ itemId, chunkId: passage.chunkId }] : [],
    );
  });
}
