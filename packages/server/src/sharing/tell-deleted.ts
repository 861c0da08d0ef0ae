import { originItemId } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';
import type { Services } from '../services.js';
import { WITHHELD } from './withholding.js';

/** Stands in the place of a title: unlike what somebody may not see, it is gone for everybody. */
const DELETED = 'This document was deleted.';

/** Whether a title only says that there is nothing to see any more. */
export const isOutOfSight = (title: string | undefined): boolean => title === DELETED || title === WITHHELD;

interface Told {
  itemId: string | null;
  title?: string;
}

/**
 * Says of withheld sources which of them were deleted. What is stored keeps the one mark, by which the engine knows what
 * was taken out; only what is shown tells the two apart.
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

/** The same for an answer: its citations, and what its tools found. */
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
