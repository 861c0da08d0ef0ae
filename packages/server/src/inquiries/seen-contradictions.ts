import type { ContradictionSide } from '@ibid/core/internal';
import type { Viewer } from '@ibid/retrieval/internal';
import type { Services } from '../services.js';
import type { JudgedContradiction } from '@ibid/store/internal';

/** How sure a contradiction is: by the rules, by a language model as well, or only perhaps. */
type ContradictionStanding = 'found' | 'confirmed' | 'open' | 'rejected';

export type ShownContradiction = Omit<JudgedContradiction, 'isOpen'> & { standing: ContradictionStanding };

const ORDER: readonly ContradictionStanding[] = ['confirmed', 'found', 'open', 'rejected'];

/** KB-5: rights may have been taken since it was found: a pair is shown to those who may see both documents now. */
export async function seenContradictions(
  services: Pick<Services, 'knowledge'>,
  viewer: Viewer,
  found: readonly JudgedContradiction[],
): Promise<ShownContradiction[]> {
  const known = new Map<string, boolean>();
  const isSeen = async ({ itemId }: ContradictionSide) => {
    const isKnown = known.get(itemId) ?? (await services.knowledge.reader.getItem(viewer, itemId)) !== null;
    known.set(itemId, isKnown);
    return isKnown;
  };
  const shown: ShownContradiction[] = [];
  for (const { isOpen, ...pair } of found)
    if ((await isSeen(pair.sides[0])) && (await isSeen(pair.sides[1])))
      shown.push({ ...pair, standing: standingOf(isOpen, pair.opinion?.isContradiction) });
  return shown.toSorted((one, other) => ORDER.indexOf(one.standing) - ORDER.indexOf(other.standing));
}

function standingOf(isOpen: boolean, isConfirmed: boolean | undefined): ContradictionStanding {
  if (isConfirmed === undefined) return isOpen ? 'open' : 'found';
  return isConfirmed ? 'confirmed' : 'rejected';
}
