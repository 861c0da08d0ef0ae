import type { TurnView } from '@ibid/core/turn-view';

/** KB-11: the chunks that the answer of a turn rests on. */
export function citedChunks(view: TurnView): { itemId: string; chunkId: string }[] {
  return view.blocks.flatMap((block) => {
    if (block.kind !== 'text') return [];
    return block.citations.flatMap(({ itemId, passage }) =>
      itemId !== null && passage ? [{ itemId, chunkId: passage.chunkId }] : [],
    );
  });
}
