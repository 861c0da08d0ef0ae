import type { ClaimToken } from './claim-token.js';
import type { Disagreement } from './disagreement.js';
import { exclusiveWords } from './exclusive-words.js';
import { oppositesIn, type Region } from './region.js';
import { isClaimed } from './region-sentences.js';
import { best, IN_ITS_PLACE, MUCH_NEARER, surroundings } from './surroundings.js';
import type { ExclusiveWord } from './word-form.js';

/** Words that relate one thing to another. */
const CONVERSES = new Set(
  'before after above below over under vor nach über unter antes después avant après'.split(' '),
);

const EITHER = new Set('or oder ou o u'.split(' '));

/** Finds `fell` where the source says `rose` about the same thing; for words with opposites. */
export function misattachedOpposite(region: Region, at: number): Disagreement | null {
  const { claim, passage } = region;
  const word = claim.tokens[at];
  const sets = word ? exclusiveWords(word) : [];
  const term = claim.term(at);
  const othersAt: number[] = [];
  for (const index of oppositesIn(passage))
    if (
      isSame(passage.tokens[index], term, sets) === false &&
      !isClaimed(region, index) &&
      !isEither(passage, index) &&
      !isLimit(passage, index)
    )
      othersAt.push(index);
  // The usual case: the source has no opposite, so the position of the word does not matter.
  return othersAt.length === 0 ? null : nearerOpposite(region, at, othersAt);
}

/** Whether it is the claim's word; null if it is neither that nor its opposite. */
function isSame(token: ClaimToken | undefined, term: string, sets: readonly ExclusiveWord[]): boolean | null {
  if (!token || token.term === term) return token !== undefined;
  let found: boolean | null = null;
  for (const { set, value } of exclusiveWords(token))
    for (const ours of sets) if (ours.set === set) found = found === true || ours.value === value;
  return found;
}

/** An opposite that is closer to the rest of the claim than the word itself. */
function nearerOpposite(region: Region, at: number, othersAt: readonly number[]): Disagreement | null {
  const { claim, passage } = region;
  const word = claim.tokens[at];
  const sets = word ? exclusiveWords(word) : [];
  const term = claim.term(at);
  const sameAt = passage.tokens.flatMap((token, index) => (isSame(token, term, sets) === true ? index : []));
  const around = surroundings(region, at);
  const placed = (indexes: readonly number[]) =>
    best(indexes.map((index) => ({ index, value: around.nearness(index) })));
  const other = placed(othersAt);
  if (!other) return null;
  const same = placed(sameAt);
  if (same ? other.value <= same.value + MUCH_NEARER : other.value < IN_ITS_PLACE * around.total) return null;
  const isDenied = claim.hasNegator(at) !== passage.hasNegator(other.index);
  if (isDenied || isConverse(region, at, other.index)) return null;
  return {
    kind: 'opposite',
    at,
    claimed: claim.written(at),
    found: passage.written(other.index),
    isCertain: other.value >= IN_ITS_PLACE * around.total,
  };
}

/** `with or without markings`, `before or after meals`: covers both. */
const isEither = (passage: Region['passage'], index: number) =>
  EITHER.has(passage.word(index - 1)) || EITHER.has(passage.word(index + 1));

/** `covered up to £7,500` is a limit, not a rise. */
const isLimit = (passage: Region['passage'], index: number) =>
  passage.word(index) === 'up' && passage.word(index + 1) === 'to';

/** `A before B` is `B after A`: they contradict only for the same object. */
function isConverse({ claim, passage }: Region, at: number, other: number): boolean {
  if (!CONVERSES.has(claim.word(at))) return false;
  const [left, right] = [objectOf(claim, at), objectOf(passage, other)];
  return left.length > 0 && right.length > 0 && !left.some((term) => right.includes(term));
}

/** The next content words. */
function objectOf(run: Region['claim'], at: number): string[] {
  const found: string[] = [];
  for (let next = run.nextContent(at, 1); next !== -1 && found.length < 3; next = run.nextContent(next, 1))
    found.push(run.term(next));
  return found;
}
