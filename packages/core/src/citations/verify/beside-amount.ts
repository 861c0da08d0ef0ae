import type { Amount } from './amount.js';
import type { Region } from './region.js';
import { unitOf } from './units.js';
import { isPreposition, isVerbAt } from './verbs.js';

/** Words before the two ends of a change or range. */
export const DIRECTIONS: ReadonlyMap<string, number> = new Map([
  ['from', -1],
  ['von', -1],
  ['de', -1],
  ['to', 1],
  ['auf', 1],
  ['a', 1],
]);
const JOINED = new Set('and or und oder et ou y o e'.split(' '));

/** `€44 instead of the usual €29`: the words around a replaced amount belong to the one that replaced it. */
export const isReplaced = (claim: Region['claim'], at: number) =>
  [1, 2, 3, 4].some((back) => /^(?:instead|rather|statt|anstatt)$/.test(claim.word(at - back)));

/** `memory GB 64`: a record field has its unit in its name. */
export function hasUnitBefore(passage: Region['passage'], index: number, kind: string): boolean {
  const written = passage.written(index - 1);
  const unit = unitOf(written, passage.word(index - 1)) ?? unitOf(written.toUpperCase(), '');
  return unit?.kind === kind && passage.isSameClause(index - 1, index);
}

/**
 * `nine months instead of six`, `15 to 20 minutes for white rice and 35 to 40 for brown`: the unit is given only once.
 */
export function isLeftOut(passage: Region['passage'], index: number, own: Amount): boolean {
  if (passage.isSameClause(index, index + 1) && passage.isContent(index + 1)) return false;
  for (let at = index - 1; at >= index - 12 && !passage.endsWithin(at, index); at--) {
    const before = passage.tokens[at]?.amount;
    if (before && before.kind !== '')
      return before.kind === own.kind && before.value * own.written === own.value * before.written;
  }
  return false;
}

/** `cut from £25,000 to £22,500`: the other end of a change. It does not conflict, wherever it is in the source. */
export function partnerOf(claim: Region['claim'], at: number): Amount | null {
  const isFrom = DIRECTIONS.get(claim.wordBefore(at)) === -1;
  const isTo = DIRECTIONS.get(claim.wordBefore(at)) === 1;
  for (const step of isFrom ? [2, 3, 4] : isTo ? [-2, -3, -4] : []) {
    const other = claim.tokens[at + step]?.amount;
    if (
      other &&
      claim.isSameClause(at, at + step) &&
      DIRECTIONS.get(claim.wordBefore(at + step)) === (isFrom ? 1 : -1)
    )
      return other;
  }
  return null;
}

/** `two or three`, `24 to 36 inches`: the other end is the same too. */
export function hasSamePartner({ claim, passage }: Region, at: number, index: number): boolean {
  return [-2, 2].some((step) => {
    const [ours, theirs] = [claim.tokens[at + step]?.amount, passage.tokens[index + step]?.amount];
    return ours !== undefined && theirs !== undefined && ours.written === theirs.written;
  });
}

/** The words after an amount that name what is counted, without verbs. */
export function countedBy(run: Region['claim'], index: number): string[] {
  const found: string[] = [];
  for (let at = index + 1; at <= index + 3 && run.isSameClause(at, index); at++) {
    if (isVerbAt(run, at) || isPreposition(run.word(at))) break;
    // `two platinum and five gold medals`: both are counts of medals.
    if (run.tokens[at]?.amount && found.length > 0 && JOINED.has(run.word(at - 1))) {
      const head = countedBy(run, at).at(-1);
      return head === undefined ? found : [...found, head];
    }
    if (run.isContent(at) && !run.tokens[at]?.amount) found.push(run.term(at));
  }
  return found;
}

/** An amount as written, with the two words before it. */
export function withBefore(run: Region['claim'], index: number): string {
  const before = [run.word(index - 2), run.word(index - 1)].join(' ').trim();
  return `${before} ${run.written(index)}`.trim();
}
