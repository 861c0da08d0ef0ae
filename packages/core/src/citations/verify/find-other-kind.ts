import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { isAdverb, isAuxiliary, isBe, isVerbAt } from './verbs.js';

/** The sides of a trial or contest. */
const SIDE = /^(?:group|groups|arm|arms|team|side|party|cohort|gruppe|seite|groupe|grupo)$/;
const PER = /^(?:per|pro|je|por|par)$/;

/**
 * Finds things of one kind that differ in the word before: `skin contact` where the passage has `eye contact` and no
 * skin. Also finds another unit of counting: `per item` where it has `in total`.
 */
export function findOtherKind(region: Region): Disagreement | null {
  const { claim, passage, places, termOf, claimed } = region;
  if (region.hasTable) return null;
  for (let at = 0; at < claim.tokens.length; at++) {
    const id = termOf[at] ?? -1;
    if (id < 0 || claim.tokens[at]?.amount) continue;
    const isAbsent = (places[id] ?? []).length === 0 && !region.isElsewhere(id);
    if (isAbsent && PER.test(claim.word(at - 1)) && claim.tokens[at - 2]?.amount)
      return {
        kind: 'quantity',
        at,
        claimed: `${claim.written(at - 1)} ${claim.written(at)}`,
        found: '',
        isCertain: false,
      };
    const next = termOf[at + 1] ?? -1;
    if (next < 0 || !claim.isSameClause(at, at + 1) || !isNaming(claim, at) || claim.tokens[at + 1]?.amount)
      continue;
    if (isVerbAt(claim, at + 1) || claim.tokens[at + 1]?.start !== (claim.tokens[at]?.end ?? 0) + 1) continue;
    const nouns = places[next] ?? [];
    // `the ketoprofen group`, if ketoprofen is elsewhere and the passage has `the usual care group`.
    if (!isAbsent && !(SIDE.test(claim.word(at + 1)) && nouns.length === 1)) continue;
    // Always with another word before it, and never alone.
    const others = nouns.map((place) => place - 1);
    const isOther = (other: number) =>
      passage.isSameClause(other, other + 1) &&
      isNaming(passage, other) &&
      passage.isContent(other) &&
      !passage.tokens[other]?.amount &&
      !claimed.has(passage.term(other));
    if (nouns.length === 0 || !others.every(isOther)) continue;
    const [other = 0] = others;
    return {
      kind: 'kind',
      at,
      claimed: `${claim.written(at)} ${claim.written(at + 1)}`,
      found: `${passage.written(other)} ${passage.written(other + 1)}`,
      isCertain: false,
    };
  }
  return null;
}

function isNaming(run: Region['claim'], index: number): boolean {
  const word = run.word(index);
  return word !== '' && !isVerbAt(run, index) && !isAdverb(word) && !isAuxiliary(word) && !isBe(word);
}
