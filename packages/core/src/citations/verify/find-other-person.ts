import type { Disagreement } from './disagreement.js';
import { wordsInGaps } from './find-gap.js';
import type { Region } from './region.js';
import { wordsFrom } from './find-left-out.js';
import type { TokenRun } from './token-run.js';
import { isAdverb, isArticle, isAuxiliary, isDeterminer, isPreposition, isVerbAt } from './verbs.js';

// Who does what to whom, by the words right beside a verb.

/** How far from a verb the next word of the claim may be. */
const NEAR = 4;
const LONGEST_NAME = 5;
const ENDS = /[.!?;:\n]/u;
const CAPITALISED = /^\p{Lu}\p{Ll}/u;
const VERB_ENDING = /(?:s|ed|en|t)$/u;
const PARTICLE = /^(?:de|van|von|der|den|del|da|di|du|dos|la|le|bin|al|ten|ter)$/;
/** Verbs of saying and giving: what comes right after them is a person. */
const TO_SOMEONE =
  /^(?:told|tells?|asks?|asked|gave|gives?|given|sent|sends?|paid|pays?|invited|invites?|informed|informs?|thanked|thanks?|offered|offers?|showed|shows?|lent|lends?|reminded|reminds?|advised|advises?|warned|warns?|promised|promises?|replaced|replaces?|succeeded|succeeds?|beat|beats|defeated|phoned|called|calls|emailed|met|hired|appointed|trained|trains|supervises|supervised|taught|teaches)$/;

/** `Ben has the key`, where the passage has `Ruben has the key`. */
export function otherDoerBeside(region: Region): Disagreement | null {
  const { claim, passage, claimed } = region;
  // German capitalises all nouns.
  if (claim.isGerman) return null;
  const doer = nameAtStart(claim);
  // Every claim begins with a capital; the passage may show whether it is a name.
  const isName = (at: number) =>
    claim.tokens[at]?.kind === 'name' ||
    passage.tokens.some(({ kind, term }) => kind === 'name' && term === claim.term(at));
  if (!doer.some(isName)) return null;
  const terms = new Set(doer.map((at) => claim.term(at)));
  let verb = doer.length;
  while (isAdverb(claim.word(verb))) verb++;
  while (isAuxiliary(claim.word(verb)) && isVerbLike(claim, verb + 1)) verb++;
  while (isAdverb(claim.word(verb))) verb++;
  if (!isVerbLike(claim, verb) && !isAuxiliary(claim.word(verb))) return null;
  const object = nextContent(claim, verb);
  const next = claim.word(verb + 1);
  const isNextSaid = (at: number) =>
    passage.word(at + 1) === next && !isPreposition(next) && !isDeterminer(next) && !isAuxiliary(next);
  // `Nordbau offered 120,000 euros, Steinmann 98,500`: the verb is given once.
  if (wordsInGaps(region).some((at) => terms.has(passage.term(at)))) return null;
  let other: number | null = null;
  for (let at = 1; at < passage.tokens.length; at++) {
    if (passage.word(at) !== claim.word(verb) && passage.term(at) !== claim.term(verb)) continue;
    if (!isNextSaid(at) && (object === -1 || !isWithin(passage, at, claim.term(object)))) continue;
    const subject = subjectBefore(passage, at);
    if (subject === -1 || terms.has(passage.term(subject))) return null;
    // `The Processor` may be another name for somebody.
    if (isArticle(passage.word(subject - 1))) return null;
    if (!isCapitalised(passage, subject) || claimed.has(passage.term(subject))) return null;
    other ??= subject;
  }
  return other === null ? null : name(region, doer[0] ?? 0, other);
}

/** `Ada told Ben`, where the passage has `Ben told me` or `She told Ada`. */
export function turnedTelling(region: Region): Disagreement | null {
  const { claim, passage } = region;
  const verb = claim.tokens.findIndex((_, at) => at > 0 && TO_SOMEONE.test(claim.word(at)));
  if (verb === -1) return null;
  const doer = subjectBefore(claim, verb);
  const whom = personAfter(claim, verb);
  if (doer === -1 || whom === -1 || claim.term(doer) === claim.term(whom)) return null;
  for (let at = 1; at < passage.tokens.length; at++) {
    if (passage.word(at) !== claim.word(verb) && passage.term(at) !== claim.term(verb)) continue;
    const theirs = subjectBefore(passage, at);
    const toWhom = personAfter(passage, at);
    if (theirs !== -1 && passage.term(theirs) === claim.term(doer)) return null;
    const isTurned =
      (theirs !== -1 && passage.term(theirs) === claim.term(whom)) ||
      (toWhom !== -1 && passage.term(toWhom) === claim.term(doer));
    if (isTurned)
      return {
        kind: 'roles',
        at: verb,
        claimed: claim.words(doer, whom),
        found: wordsFrom(passage, Math.max(0, at - 2)),
        isCertain: false,
      };
  }
  return null;
}

/** The last word of the subject that stands right before a verb; brackets between them are skipped. */
function subjectBefore(run: TokenRun, verb: number): number {
  let at = verb - 1;
  while (at >= 0 && (isAuxiliary(run.word(at)) || isAdverb(run.word(at)))) at--;
  if (run.gapAfter(at).includes(')')) {
    while (at >= 0 && !run.opensBracket(at)) at--;
    at--;
  }
  const gap = run.gapAfter(at);
  if (at < 0 || ENDS.test(gap)) return -1;
  return run.isContent(at) || run.tokens[at]?.kind === 'name' ? at : -1;
}

/** The last word of a name right after a verb. */
function personAfter(run: TokenRun, verb: number): number {
  let at = verb + 1;
  while (isArticle(run.word(at))) at++;
  let last = -1;
  for (; at < run.tokens.length && run.isSameClause(at, verb) && isCapitalised(run, at); at++) last = at;
  return last;
}

/** The capitalised words at the beginning. */
function nameAtStart(run: TokenRun): number[] {
  const found: number[] = [];
  for (let at = 0; at < run.tokens.length; at++) {
    if (isCapitalised(run, at)) found.push(at);
    else if (at === 0 || !PARTICLE.test(run.word(at)) || !isCapitalised(run, at + 1)) break;
    else found.push(at);
  }
  const last = found.at(-1) ?? -1;
  return found.length <= LONGEST_NAME && run.isContent(last) ? found : [];
}

const isCapitalised = (run: TokenRun, at: number) => CAPITALISED.test(run.written(at));

const isVerbLike = (run: TokenRun, at: number) =>
  isVerbAt(run, at) || (run.isContent(at) && VERB_ENDING.test(run.word(at)));

function nextContent(run: TokenRun, from: number): number {
  for (let at = from + 1; at <= from + NEAR && at < run.tokens.length; at++) {
    if (isPreposition(run.word(at)) && at > from + 1) return -1;
    if (run.isContent(at)) return at;
  }
  return -1;
}

function isWithin(run: TokenRun, from: number, term: string): boolean {
  for (let at = from + 1; at <= from + NEAR && at < run.tokens.length; at++)
    if (run.term(at) === term) return true;
  return false;
}

const name = ({ claim, passage }: Region, at: number, other: number): Disagreement => ({
  kind: 'name',
  at,
  claimed: claim.written(at),
  found: passage.written(other),
  isCertain: false,
});
