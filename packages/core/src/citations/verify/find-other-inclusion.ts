import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isBe, isDeterminer } from './verbs.js';

const WITH = /^(?:incl|including|includes|include|inkl|inklusive|einschliesslich|inclus|incluido)$/;
const WITHOUT = /^(?:excl|excluding|excludes|exclude|exkl|exklusive|zzgl|zuzuglich)$/;
const IS_WITH = /^(?:included|inbegriffen|enthalten|inclus|incluido)$/;
const IS_WITHOUT = /^(?:excluded|extra)$/;
const MARKS = new Set(
  'incl including includes include included inkl inklusive inbegriffen einschliesslich enthalten inclus incluido excl excluding excludes exclude excluded exkl exklusive zzgl zuzuglich extra'.split(
    ' ',
  ),
);
/** How many words after `including` still count as included. */
const REACH = 3;

interface Mark {
  noun: number;
  word: number;
  isWithin: boolean;
}

/** Finds `customs not included` where the passage has `incl. customs`. */
export function findOtherInclusion({
  claim,
  passage,
  sentenceAt,
  places,
  termOf,
}: Region): Disagreement | null {
  if (!claim.tokens.some((_, at) => MARKS.has(claim.word(at)))) return null;
  const theirs = marksOf(passage);
  for (const mark of marksOf(claim)) {
    const same = theirs.filter(({ noun }) => passage.term(noun) === claim.term(mark.noun));
    const [first] = same;
    if (!first || same.some(({ isWithin }) => isWithin === mark.isWithin)) continue;
    // About the same thing: something else of the claim is in its sentence.
    const isOfIt = termOf.some(
      (id, at) =>
        at !== mark.noun &&
        id >= 0 &&
        (places[id] ?? []).some((place) => sentenceAt(place) === sentenceAt(first.noun)),
    );
    if (!isOfIt) continue;
    return {
      kind: 'opposite',
      at: mark.noun,
      claimed: between(claim, mark),
      found: between(passage, first),
      isCertain: false,
    };
  }
  return null;
}

const between = (run: TokenRun, { noun, word }: Mark) =>
  run.words(Math.min(noun, word), Math.max(noun, word));

/** `incl. customs` and `customs are not included`: what is included, and what is not. */
function marksOf(run: TokenRun): Mark[] {
  return run.tokens.flatMap((_, word): Mark[] => {
    const written = run.word(word);
    if (!MARKS.has(written)) return [];
    if (IS_WITH.test(written) || IS_WITHOUT.test(written)) {
      const noun = nounBefore(run, word);
      const isDenied = run.isNegator(word - 1) || run.isNegator(word - 2);
      return noun === -1 ? [] : [{ noun, word, isWithin: IS_WITH.test(written) !== isDenied }];
    }
    const isWithin = WITH.test(written);
    if (!isWithin && !WITHOUT.test(written)) return [];
    const isDenied = run.isNegator(word - 1) || run.isNegator(word - 2);
    const found: Mark[] = [];
    // The dot of `incl.` looks like the end of a clause.
    for (let at = word + 1; at <= word + REACH && run.isSameClause(at, word + 1); at++)
      if (run.isContent(at)) found.push({ noun: at, word, isWithin: isWithin !== isDenied });
    return found;
  });
}

/** In `customs are not included` it is three words back. */
function nounBefore(run: TokenRun, word: number): number {
  for (let at = word - 1; at >= word - REACH - 1 && run.isSameClause(at, word); at--) {
    if (run.isNegator(at) || isBe(run.word(at)) || isDeterminer(run.word(at))) continue;
    return run.isContent(at) ? at : -1;
  }
  return -1;
}
