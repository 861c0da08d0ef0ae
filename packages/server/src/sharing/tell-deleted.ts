import { originItemId } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';
import type { Services } from '../services.js';
import { WITHHELD } from './withholding.js';

/** Replaces a title. Unlike a withheld source, a deleted one is gone for everybody. */
const DELETED = 'This document was deleted.';

/** Whether a title is only a mark for something deleted or withheld. */
export const isOutOfSight = (title: string | undefined): boolean => title === DELETED || title === WITHHELD;

interface Told {
  itemId: string | null;
  title?: string;
}

/**
 * Finds out which withheld sources were deleted. Stored content uses a single mark, by which the engine recognises what
 * was removed; only the display distinguishes the two.
 */
export async function deletedAmong(
  { database }: Pick<Services, 'database'>,
  sources: readonly Told[],
): Promise<<Shown extends Told>(source: Shown) => Shown> {
  const ids = sources.flatMap(({ itemId, title }) =>
    title === WITHHELD && itemId !== null ? originItemId(itemId) : [],
  );
  if (ids.length === 0) return (source) => source;
  const rows = await database.db
    .selectFrom('deleted_items')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const deleted = new Set(rows.map(({ id }) => id));
  return (source) =>
    source.title === WITHHELD && source.itemId !== null && deleted.has(originItemId(source.itemId))
      ? { ...source, title: DELETED }
      : source;
}

/** The same for an answer: its citations and what its tools found. */
export async function tellDeleted(services: Pick<Services, 'database'>, view: TurnView): Promise<TurnView> {
  const told = await deletedAmong(
    services,
    view.blocks.flatMap((block): readonly Told[] => {
      if (block.kind === 'text') return block.citations;
      return block.kind === 'tools' ? block.calls.flatMap(({ sources }) => sources) : [];
    }),
  );
  return {
    ...view,
    blocks: view.blocks.map((block) => {
      if (block.kind === 'text') return { ...block, citations: block.citations.map(told) };
      if (block.kind !== 'tools') return block;
      return { ...block, calls: block.calls.map((call) => ({ ...call, sources: call.sources.map(told) })) };
    }),
  };
}
