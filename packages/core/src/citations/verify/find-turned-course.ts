import type { Disagreement } from './disagreement.js';
import { mostOf } from './region-sentences.js';
import type { Region } from './region.js';
import { findWord, idsOf, rangeOfSentence } from './sentence-of-claim.js';

// The order of numbered steps, and from where to where.

const THEN = /^(?:then|afterwards|subsequently|dann|danach|anschließend)$/;
const BEFORE = /^(?:before|bevor|vor)$/;
const AFTER = /^(?:after|nachdem|nach)$/;
/** Steps stand on lines of their own. */
const LINE = /\n/u;

/** `Open the drain, then close the valve`, where the list has them as steps 3 and 2. */
export function turnedSteps(region: Region): Disagreement | null {
  const { claim, passage, sentenceAt } = region;
  const [then, before, after] = [THEN, BEFORE, AFTER].map((words) => findWord(claim, words));
  const at = [then, before, after].find((index) => index !== undefined && index > 0) ?? -1;
  if (at < 1) return null;
  const left = idsOf(region, (index) => index < at);
  const right = idsOf(region, (index) => index > at);
  const own = left.filter((id) => !right.includes(id));
  const other = right.filter((id) => !left.includes(id));
  const [one, next] = [mostOf(region, own, sentenceAt), mostOf(region, other, sentenceAt)];
  if (!one || !next || one.part === next.part || one.count === one.next || next.count === next.next)
    return null;
  const [from] = rangeOfSentence(region, one.part);
  const [to] = rangeOfSentence(region, next.part);
  const later = Math.max(from, to);
  if (later === 0 || !LINE.test(passage.gapAfter(later - 1))) return null;
  const isTurned = at === after ? from < to : from > to;
  return isTurned
    ? {
        kind: 'roles',
        at,
        claimed: claim.written(at),
        found: passage.words(Math.min(from, to), Math.min(from, to) + 5),
        isCertain: false,
      }
    : null;
}

const ORIGIN = /^(?:from|left|leaves|leaving|departed|departs|quit|out|von|aus|verlie(?:ß|ss))$/;
const GOAL = /^(?:to|towards?|into|reached|reaches|reaching|entered|joined|nach|erreichte)$/;
const ARRIVES = /^(?:arrived|arrives|arriving|landed)$/;

/** `from York to Leeds`, where the passage leaves Leeds and reaches York. */
export function turnedWay(region: Region): Disagreement | null {
  const { claim } = region;
  const from = claim.tokens.findIndex(
    (token, at) => token.kind === 'name' && claim.wordBefore(at) === 'from',
  );
  const to = claim.tokens.findIndex((token, at) => token.kind === 'name' && claim.wordBefore(at) === 'to');
  if (from === -1 || to === -1) return null;
  const [start, goal] = [rolesOf(region, from), rolesOf(region, to)];
  if (start !== 'goal' || goal !== 'origin') return null;
  return {
    kind: 'roles',
    at: from,
    claimed: claim.words(Math.min(from, to), Math.max(from, to)),
    found: region.passage.words(0, Math.min(region.passage.tokens.length - 1, 8)),
    isCertain: false,
  };
}

/** Whether the passage has a name of the claim only as an origin or only as a goal. */
function rolesOf({ passage, places, termOf }: Region, at: number): 'origin' | 'goal' | null {
  const roles = new Set(
    (places[termOf[at] ?? -1] ?? []).map((place) => {
      const before = passage.placeBefore(place);
      const word = passage.word(before);
      if (ORIGIN.test(word)) return 'origin' as const;
      return GOAL.test(word) || ARRIVES.test(passage.word(before - 1)) ? ('goal' as const) : null;
    }),
  );
  const [only, ...others] = roles;
  return others.length === 0 ? (only ?? null) : null;
}
