import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { mostOf } from './region-sentences.js';
import type { TokenRun } from './token-run.js';
import { RECURS_OR_ALWAYS, saysAlways } from './word-traits.js';

/** Followed by a word of time, they mean `always`. */
const ALL = /^(?:all|any|each|every|jeden|jede|jedes|jeder|alle)$/;
const TIME =
  /^(?:cases?|days?|hours?|months?|nights?|occasions?|seasons?|times?|weeks?|years?|tage?|nacht|nachte|stunden?|zeit|jahre?)$/;
/** All days, in other words. */
const WHOLE_WEEK = /\b(?:seven|sieben|7) (?:days|tagen?)\b|\bmo\w* (?:to|until|through|bis) (?:su|so)\w*\b/i;
const UNANIMOUS = /^(?:unanim|einstimm)/;
const BY_ALL = /^(?:unanim|einstimm|all|alle|none|nobody|gegenstimmen?)/;
/** `in summer`, `at night`; a season can be a name. */
const AT = /^(?:on|at|in|during|by|am|im|an|wahrend|the|den|der)$/;
const ALONE = /^(?:spring|summer|autumn|winter|night|sommer|herbst)$/;
/** Words of the claim that a sentence must share to be the one it repeats. */
const LEAST_SHARED = 2;

/**
 * Finds `Noisy work is allowed from 8:00 to 17:00 every day`, or the same without days, where it is allowed `on
 * weekdays`: what holds at some times does not hold at all times. Also finds `unanimously` where nothing says that all
 * were in favour.
 */
export function findWiderScope(region: Region): Disagreement | null {
  const { claim, passage } = region;
  const wide = claim.has(RECURS_OR_ALWAYS) ? claim.tokens.findIndex((_, at) => isWide(claim, at)) : -1;
  if (wide === -1 && (!passage.has(RECURS_OR_ALWAYS) || hasOwnTime(claim))) return null;
  const inside = mainStatement(region);
  const [first] = inside;
  if (first === undefined || WHOLE_WEEK.test(passage.words(first, inside.at(-1) ?? first))) return null;
  const limit = inside.find((index) => recursAt(passage, index) && !region.cellAt(index));
  const word = claim.word(wide);
  // `daily`, in the sentence before.
  if (wide !== -1 && !ALL.test(word) && passage.tokens.some((_, index) => passage.word(index) === word))
    return null;
  if (UNANIMOUS.test(word))
    return inside.some((index) => BY_ALL.test(passage.word(index))) ? null : say(claim, wide, '');
  if (inside.some((index) => isWide(passage, index))) return null;
  const found = limit === undefined ? '' : passage.words(limit - 1, limit);
  if (wide === -1)
    return found === ''
      ? null
      : { kind: 'condition', at: 0, claimed: claim.written(0), found, isCertain: false };
  // `never pays` means does not pay, and `always pays` means pays; they only matter if the source limits the time.
  if (found === '' && /^(?:never|nie|niemals|always|immer)$/.test(word)) return null;
  return say(claim, wide, found);
}

const say = (claim: TokenRun, at: number, found: string): Disagreement => ({
  kind: 'quantity',
  at,
  claimed: claim.words(at, ALL.test(claim.word(at)) ? at + 1 : at),
  found,
  isCertain: false,
});

const isOne = (run: TokenRun, at: number) => run.is(at, RECURS_OR_ALWAYS);

const isWide = (run: TokenRun, at: number) =>
  isOne(run, at) && saysAlways(run.word(at)) && (!ALL.test(run.word(at)) || TIME.test(run.word(at + 1)));

const recursAt = (run: TokenRun, at: number) =>
  isOne(run, at) && !saysAlways(run.word(at)) && (AT.test(run.word(at - 1)) || !ALONE.test(run.word(at)));

/** Whether it gives a time of its own. */
const hasOwnTime = (claim: TokenRun) =>
  claim.tokens.some(
    ({ amount }, at) => (isOne(claim, at) && !saysAlways(claim.word(at))) || amount?.date !== undefined,
  );

/** The statement with most of the claim's words; empty if it has few, or another has equally many. */
function mainStatement(region: Region): number[] {
  const { passage, termOf, statementAt } = region;
  const best = mostOf(region, termOf, statementAt);
  if (!best || best.count < LEAST_SHARED || best.count === best.next) return [];
  return passage.tokens.flatMap((_, index) => (statementAt(index) === best.part ? index : []));
}
