import { inUnitOf, isAlone, isByAnotherName, isCountOfRow, isHeadedBy } from './amounts-in-cells.js';
import {
  countedBy,
  DIRECTIONS,
  hasSamePartner,
  hasUnitBefore,
  isLeftOut,
  isReplaced,
  partnerOf,
  withBefore,
} from './beside-amount.js';
import { compareAmounts, compareBounds, isYear, type Agreement, type Amount } from './amount.js';
import { derivedFrom } from './derived-amount.js';
import type { Disagreement } from './disagreement.js';
import { exclusiveWords } from './exclusive-words.js';
import type { TableCell } from './find-tables.js';
import { amountInGap, SAME, wordsWith } from './find-gap.js';
import { amountsIn, type Region } from './region.js';
import { isClaimed } from './region-sentences.js';
import { misattachedOpposite } from './misattached-opposite.js';
import { best, IN_ITS_PLACE, MUCH_NEARER, surroundings } from './surroundings.js';

/** How much closer to the rest of the claim another amount must be to count as the one that the source gives. */
const NEARER = 0.3;
/** Bonus if the same word follows. */
const BESIDE = 0.6;
/** Bonus if the other end of a range is the same. */
const SAME_RANGE = 0.4;
const ONE = /^(?:one|single|ein|eine|einen|einer|einem|un|une|una)$/;

interface Candidate {
  index: number;
  isSame: boolean;
  agreement: Agreement;
  value: number;
  /** How many of the words after it are also in the claim. */
  alike: number;
}

/**
 * For each amount of the claim, and each word with opposites, the closest one of its kind in the source must be the
 * same. This finds a different number in its place, the number of another group, row or year, and a `rejected` that the
 * source says about something else.
 */
export function findMisattached(region: Region): Disagreement[] {
  const found: Disagreement[] = [];
  for (let at = 0; at < region.claim.tokens.length; at++) {
    const token = region.claim.tokens[at];
    if (!token) continue;
    const one = token.amount
      ? misattachedAmount(region, at)
      : exclusiveWords(token).length > 0
        ? misattachedOpposite(region, at)
        : null;
    if (one) found.push(one);
  }
  return found;
}

function misattachedAmount(region: Region, at: number): Disagreement | null {
  const { claim, passage } = region;
  const own = claim.tokens[at]?.amount;
  if (!own) return null;
  // Part of a name, or an open-ended time: `Route 66`, `after 2002`.
  const before = claim.tokens[at - 1];
  if (own.kind === '' && before?.kind === 'name' && claim.tokens[at]?.start === before.end + 1) return null;
  const end = /^(?:after|before|since|until|by)$/.exec(claim.wordBefore(at))?.[0];
  const isOpenEnd = end !== undefined && (own.date !== undefined || isYear(own.value));
  const given = amountInGap(region, at);
  const inGap = given === null ? undefined : passage.tokens[given]?.amount;
  if (given !== null && inGap) {
    if (SAME.has(compareAmounts(own, inGap))) return null;
    return { kind: 'number', at, claimed: claim.written(at), found: passage.written(given), isCertain: true };
  }
  const around = surroundings(region, at);
  const counted = countedBy(claim, at);
  const candidates: Candidate[] = [];
  for (const index of amountsIn(passage)) {
    const other = passage.tokens[index]?.amount;
    if (!other) continue;
    const isCell = region.cellAt(index) !== null;
    const bare =
      isCell && own.kind !== 'date' && isAlone(region, index) ? inUnitOf(region, own, other) : other;
    const agreement = compareAmounts(own, bare);
    if (agreement === 'incomparable') continue;
    // An open end may be anywhere, unless the source gives the same end.
    if (isOpenEnd && agreement === 'other' && !isCell && passage.wordBefore(index) !== end) continue;
    if (isCell && region.cellAt(index)?.row === 0 && agreement !== 'same') continue;
    const theirs = countedBy(passage, index);
    const isAlike = counted.some((term) => theirs.includes(term));
    // `2 places` are not 2 mm.
    if (agreement === 'unitless' && isCell && own.kind !== 'money' && theirs.length > 0) continue;
    // Counts of different things do not conflict.
    if (
      agreement === 'other' &&
      own.kind === '' &&
      !isCell &&
      !isAlike &&
      counted.length > 0 &&
      theirs.length > 0
    )
      continue;
    const isBeside = counted[0] !== undefined && (theirs.length === 0 || counted[0] === theirs[0]);
    const alike = counted.filter((term) => theirs.includes(term)).length;
    const isSameRange = agreement !== 'other' && hasSamePartner(region, at, index);
    const value =
      around.nearness(index) +
      (isBeside ? BESIDE : 0) +
      (agreement === 'other' ? 0 : BESIDE * Math.max(0, alike - 1)) +
      (isSameRange ? SAME_RANGE : 0);
    candidates.push({ index, isSame: agreement !== 'other', agreement, value, alike });
  }
  const single = candidates.length === 0 ? oneOf(region, counted, own) : -1;
  if (single !== -1)
    return {
      kind: 'number',
      at,
      claimed: claim.written(at),
      found: passage.written(single),
      isCertain: false,
    };
  const nearest = best(candidates.filter(({ isSame }) => isSame));
  const nearestCell = nearest ? region.cellAt(nearest.index) : null;
  // A year in a column header gives the year of its cells.
  if (nearestCell && (nearestCell.row === 0 || nearestCell.column === 0)) return null;
  if (nearestCell && own.kind === '' && isCountOfRow(region, nearestCell, counted)) return null;
  const partner = partnerOf(claim, at);
  const isPartner = (index: number) => {
    const theirs = passage.tokens[index]?.amount;
    return partner !== null && theirs !== undefined && partner.written === theirs.written;
  };
  const other = best(
    candidates.filter(
      ({ isSame, index }) =>
        !isSame &&
        !isPartner(index) &&
        (nearest || !isClaimed(region, index)) &&
        !isOfAnother(region, at, index, nearestCell),
    ),
  );
  // Many rows may have the same figure; the one in the other amount's row is meant.
  const row = other && region.cellAt(other.index)?.row;
  const same =
    candidates.find(
      ({ isSame, index }) => isSame && row !== undefined && region.cellAt(index)?.row === row,
    ) ?? nearest;
  const sameCell = same ? region.cellAt(same.index) : null;
  const least = other && isClaimed(region, other.index) ? MUCH_NEARER : NEARER;
  const say = (index: number, isCertain: boolean, kind: Disagreement['kind'] = 'number'): Disagreement => ({
    kind,
    at,
    claimed: claim.written(at),
    found: passage.written(index),
    isCertain,
    isThere: same !== null,
  });
  // More of its clause occurs with the same amount, so that is the one meant.
  const isWithItsOwn =
    same && other && !sameCell && region.sentenceAt(same.index) === region.sentenceAt(other.index)
      ? wordsWith(region, at, same.index).length > wordsWith(region, at, other.index).length
      : other !== null && isHeadedBy(region, at, sameCell, region.cellAt(other.index));
  // Denied on both sides: `does not open at five`, if it opens at seven.
  const isDeniedToo =
    same &&
    other &&
    claim.hasNegator(at) &&
    passage.hasNegator(same.index) &&
    !passage.hasNegator(other.index);
  const isOther = same ? other && other.value > same.value + least && !isWithItsOwn && !isDeniedToo : other;
  if (other && isOther && (same || other.value >= IN_ITS_PLACE * around.total)) {
    const derived = same ? null : derivedFrom(own, passage);
    if (derived) return { ...say(other.index, false), derived };
    const isInItsPlace = other.value >= IN_ITS_PLACE * around.total;
    return say(
      other.index,
      isInItsPlace &&
        !isReplaced(claim, at) &&
        !isByAnotherName(region, other.index, sameCell) &&
        !(same && mayStandForItself(region, at, same, other)),
    );
  }
  if (!same || isOpenEnd) return null;
  if (same.agreement === 'unitless')
    return hasUnitBefore(passage, same.index, own.kind) || isLeftOut(passage, same.index, own)
      ? null
      : say(same.index, false, 'unit');
  const theirs = passage.tokens[same.index]?.amount;
  const bounds = theirs ? compareBounds(own, theirs) : 'same';
  if (bounds !== 'same')
    return {
      ...say(same.index, bounds === 'opposite', 'bound'),
      claimed: withBefore(claim, at),
      found: withBefore(passage, same.index),
    };
  const [left, right] = [
    DIRECTIONS.get(claim.wordBefore(at)),
    DIRECTIONS.get(passage.wordBefore(same.index)),
  ];
  const isTurned =
    left !== undefined && right !== undefined && left !== right && candidates.some(({ isSame }) => !isSame);
  return isTurned && candidates.filter(({ isSame }) => isSame).length === 1
    ? say(same.index, true, 'direction')
    : null;
}

/**
 * `€62,000 for wages, of which €40,000 come from the state`: the claim gives both, and the state is the header of the
 * second.
 */
function isOfAnother(region: Region, at: number, index: number, same: TableCell | null): boolean {
  const { claim, passage } = region;
  const other = passage.tokens[index]?.amount;
  const cell = region.cellAt(index);
  return (
    other !== undefined &&
    cell !== null &&
    claim.tokens.some(
      ({ amount }, place) =>
        place !== at &&
        amount !== undefined &&
        SAME.has(compareAmounts(amount, other)) &&
        isHeadedBy(region, place, cell, same),
    )
  );
}

/**
 * Whether the source has the claim's amount beside the same word, or with more of the words after it, while the other
 * amount is not: `two platinum albums` and `two platinum and five gold albums`. It may be further from the rest and
 * still be meant.
 */
function mayStandForItself(
  { claim, passage }: Region,
  at: number,
  same: Candidate,
  other: Candidate,
): boolean {
  if (same.alike !== other.alike) return same.alike > other.alike;
  const isBeside = (index: number) =>
    ([-1, 1] as const).some((step) => {
      const [ours, theirs] = [claim.nextContent(at, step), passage.nextContent(index, step)];
      return ours !== -1 && theirs !== -1 && claim.term(ours) === passage.term(theirs);
    });
  return isBeside(same.index) && !isBeside(other.index);
}

/** `only one registered nurse`, if the claim has two. The word `one` is usually not a number. */
function oneOf({ passage }: Region, counted: readonly string[], own: Amount): number {
  if (own.kind !== '' || own.value < 2 || counted.length === 0) return -1;
  return passage.tokens.findIndex(
    (_, index) =>
      ONE.test(passage.word(index)) &&
      counted.every((term, place) => countedBy(passage, index)[place] === term),
  );
}
