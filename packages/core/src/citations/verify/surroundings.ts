import { exclusiveWords } from './exclusive-words.js';
import type { Region } from './region.js';
import { isClaimed } from './region-sentences.js';
import { isBe, isPronoun, isVerbAt } from './verbs.js';

/** How much closer to the rest of the claim another word must be if the claim's own word is there too. */
export const MUCH_NEARER = 0.5;
/** Share of the claim around it that another word must occur with to take its place. */
export const IN_ITS_PLACE = 0.5;

const NAME_WEIGHT = 1.5;
/** Number of words after which a distinction no longer applies. */
const FAR = 40;

/** How close the rest of a claim is to a place of the passage. */
interface Surroundings {
  /** How much of the claim is near a place of the passage. */
  nearness: (index: number) => number;
  /** The value if all of it were in the same segment. */
  total: number;
}

/** The other terms of the claim, those of the same segment weighted most, and how close they are to a place. */
export function surroundings(region: Region, at: number): Surroundings {
  const { claim, termOf, hasTable } = region;
  const weights = new Map<number, number>();
  const own = termOf[at] ?? -1;
  const kind = claim.tokens[at]?.amount?.kind;
  const part = region.parts[at] ?? 0;
  for (let index = 0; index < claim.tokens.length; index++) {
    const id = termOf[index] ?? -1;
    // Amounts of one kind come in pairs that say nothing about each other: `from 9 % to 7 %`.
    if (
      id < 0 ||
      id === own ||
      (kind !== undefined && claim.tokens[index]?.amount?.kind === kind && !hasTable)
    )
      continue;
    const distance = Math.abs((region.parts[index] ?? 0) - part);
    const size = claim.tokens[index]?.kind === 'name' ? NAME_WEIGHT : 1;
    weights.set(
      id,
      Math.max(weights.get(id) ?? 0, size * (distance === 0 ? 1 : distance === 1 ? 0.5 : 0.25)),
    );
  }
  const total = Array.from(weights.values()).reduce((sum, weight) => sum + weight, 0);
  const nearness = (index: number) => {
    let sum = 0;
    for (const [id, weight] of weights) sum += weight * nearest(region, id, index);
    return sum;
  };
  return { nearness, total };
}

/** 1: in the same segment, or in the headers of the same cell; below 0: with another of its kind. */
function nearest(region: Region, id: number, index: number): number {
  // Cached, because it is called for every amount of the claim; a sentence with many would take cubic time.
  const key = id * region.passage.tokens.length + index;
  const nearestOf = (region.nearest ??= new Map());
  const known = nearestOf.get(key);
  if (known !== undefined) return known;
  let highest = 0;
  let lowest = 0;
  for (const place of region.places[id] ?? []) {
    const value = nearnessOf(region, place, index);
    highest = Math.max(highest, value);
    lowest = Math.min(lowest, value);
  }
  const value = highest > 0 ? highest : lowest;
  nearestOf.set(key, value);
  return value;
}

function nearnessOf(region: Region, place: number, index: number): number {
  const { passage } = region;
  const cell = region.cellAt(index);
  const other = region.cellAt(place);
  if (cell && other) {
    if (cell.row === other.row && cell.column === other.column) return 1;
    if (other.row === 0 && other.column === 0) return 1;
    if (other.row === 0) return other.column === cell.column ? 1 : -0.4;
    if (other.column === 0) return other.row === cell.row ? 1 : -0.4;
    return other.row === cell.row ? 0.5 : 0;
  }
  if (cell || other) return 0.5;
  const distance = passage.segmentOf(index) - passage.segmentOf(place);
  if (distance === 0) return 1;
  if (hasAnotherInBrackets(region, place, index)) return -0.4;
  const sentences = region.sentenceAt(index) - region.sentenceAt(place);
  if (sentences === 0) {
    if (distance > 0)
      return remembered((region.hasOtherVerb ??= new Map()), passage.segmentOf(index), () =>
        hasOtherVerb(region, index),
      )
        ? 0.3
        : distance === 1
          ? 0.6
          : 0.5;
    if (hasRival(region, place, index)) return passage.tokens[index]?.amount ? -0.6 : -0.1;
    return isTaken(region, index, place) ? 0 : 0.5;
  }
  if (sentences > 0)
    return sentences === 1
      ? remembered(region.pointsBack, passage.segmentOf(index), () => pointsBack(region, index))
        ? 0.5
        : 0.3
      : 0;
  return hasRival(region, place, index) ? -0.4 : 0;
}

/** `Nordbau (EUR 120,000) and Steinmann (EUR 98,500)`: an amount in brackets belongs to the name before them. */
function hasAnotherInBrackets({ passage }: Region, place: number, index: number): boolean {
  if (!passage.tokens[index]?.amount || !passage.opensBracket(index)) return false;
  let next = place + 1;
  while (next < passage.tokens.length && passage.isSameClause(place, next)) next++;
  return next !== index && passage.tokens[next]?.amount !== undefined && passage.opensBracket(next);
}

/** Cached per segment, because every word near it asks the same. */
function remembered(known: Map<number, boolean>, segment: number, find: () => boolean): boolean {
  const value = known.get(segment) ?? find();
  known.set(segment, value);
  return value;
}

/** `It`, `they`: the segment continues about what was said before. */
function pointsBack({ passage }: Region, index: number): boolean {
  const segment = passage.segmentOf(index);
  for (const step of [-1, 1])
    for (let at = index + step; passage.segmentOf(at) === segment; at += step)
      if (isPronoun(passage.word(at))) return true;
  return false;
}

/** The segment has its own statement, so less of what comes before belongs to it. */
function hasOtherVerb(region: Region, index: number): boolean {
  const { passage } = region;
  const segment = passage.segmentOf(index);
  for (const step of [-1, 1])
    for (let at = index + step; passage.segmentOf(at) === segment; at += step)
      if (isVerbAt(passage, at) && !isBe(passage.word(at)) && !isClaimed(region, at)) return true;
  return false;
}

/** Whether a later place belongs to something else that was named in between. */
function isTaken(region: Region, index: number, place: number): boolean {
  let other = region.takenFrom.get(index);
  if (other === undefined) region.takenFrom.set(index, (other = takenFrom(region, index)));
  return other < place;
}

/**
 * Where another of its kind is named next: `the north tower …; the south tower, begun in 1430`. For an amount, the next
 * semicolon: `A lost 4.1 kg; B lost 1.2 kg`.
 */
function takenFrom({ passage }: Region, index: number): number {
  const own = passage.tokens[index];
  const sets = own && !own.amount ? exclusiveWords(own) : [];
  for (let at = index + 1; at < Math.min(passage.tokens.length, index + FAR); at++) {
    if (own?.amount) {
      if (passage.endsWithSemicolon(at - 1)) return at - 1;
      continue;
    }
    // The object of a comparison has no statement of its own: `longer than the southern one but less steep`.
    if (passage.nextContent(at, -1) !== -1) continue;
    const token = passage.tokens[at];
    for (const theirs of token ? exclusiveWords(token) : [])
      if (sets.some(({ set, value }) => set === theirs.set && value !== theirs.value)) return at;
  }
  return Infinity;
}

/** Whether the segment of a place has its own amount or opposite. */
function hasRival(region: Region, place: number, index: number): boolean {
  const segment = region.passage.segmentOf(place);
  const kind = region.passage.tokens[index]?.amount?.kind ?? null;
  const byKind = (region.hasRival ??= new Map());
  let known = byKind.get(kind);
  if (!known) byKind.set(kind, (known = new Map()));
  return remembered(known, segment, () => findsRival(region, place, index));
}

function findsRival(region: Region, place: number, index: number): boolean {
  const { passage } = region;
  const segment = passage.segmentOf(place);
  const own = passage.tokens[index];
  const step = place < index ? 1 : -1;
  for (const direction of [step, -step])
    for (let at = place; passage.segmentOf(at) === segment; at += direction) {
      const token = passage.tokens[at];
      if (!token) break;
      const isRival = own?.amount ? token.amount?.kind === own.amount.kind : exclusiveWords(token).length > 0;
      if (isRival && !isClaimed(region, at)) return true;
    }
  return false;
}

export const best = <Valued extends { value: number }>(candidates: readonly Valued[]) =>
  candidates.reduce<Valued | null>((top, one) => (top && top.value >= one.value ? top : one), null);
