import { replacedAmong, type Begun, type Item, type Viewer } from '@ibid/retrieval/internal';
import type { Services } from '../services.js';
import type { JudgedContradiction } from '@ibid/store/internal';

/**
 * The certainty of a contradiction: found by the rules, confirmed by a language model, open, or none because one
 * version replaces the other or the model rejected it.
 */
type ContradictionStanding = 'found' | 'confirmed' | 'changed' | 'open' | 'rejected';

export type ShownContradiction = Omit<JudgedContradiction, 'isOpen'> & { standing: ContradictionStanding };

const ORDER: readonly ContradictionStanding[] = ['confirmed', 'found', 'open', 'changed', 'rejected'];

/** KB-5: access may have been revoked since. A pair is shown only to users who may currently see both documents. */
export async function seenContradictions(
  { knowledge: { reader } }: Pick<Services, 'knowledge'>,
  viewer: Viewer,
  found: readonly JudgedContradiction[],
): Promise<ShownContradiction[]> {
  const ids = [...new Set(found.flatMap(({ sides }) => sides.map(({ itemId }) => itemId)))];
  const known = new Map<string, Begun>();
  const items: Item[] = [];
  for (const id of ids) {
    const item = await reader.getItem(viewer, id);
    if (item) items.push(item);
  }
  const tops = new Map(
    (
      await reader.readTops(
        viewer,
        items.map(({ id }) => id),
      )
    ).map((top) => [top.itemId, top.text]),
  );
  for (const item of items) known.set(item.id, { document: item, top: tops.get(item.id) ?? '' });
  const shown: ShownContradiction[] = [];
  for (const { isOpen, ...pair } of found) {
    const sides = pair.sides.flatMap(({ itemId }) => known.get(itemId) ?? []);
    if (sides.length < pair.sides.length) continue;
    const isChange = replacedAmong(sides).size > 0;
    shown.push({
      ...pair,
      standing: isChange ? 'changed' : standingOf(isOpen, pair.opinion?.isContradiction),
    });
  }
  return shown.toSorted((one, other) => ORDER.indexOf(one.standing) - ORDER.indexOf(other.standing));
}

function standingOf(isOpen: boolean, isConfirmed: boolean | undefined): ContradictionStanding {
  if (isConfirmed === undefined) return isOpen ? 'open' : 'found';
  return isConfirmed ? 'confirmed' : 'rejected';
}
