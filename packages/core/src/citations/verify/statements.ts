import { onceOf } from './once-of.js';
import type { VerbAndDoer } from './statement.js';
import { NO, YES, type TokenRun } from './token-run.js';
import { isAdverb, isBe, isBy, isDeterminer, isPreposition, isPronoun, isVerbAt } from './verbs.js';

/** The most nouns of a verb; text with more nouns in a row is not a sentence. */
const MOST_NOUNS = 32;

/** By verb, once computed; null if it says nothing comparable. */
const byVerb = onceOf((): (VerbAndDoer | null | undefined)[] => []);

/** Cached, because a claim is compared with one passage after another. */
export const statementsOfClaim = onceOf((run: TokenRun): readonly VerbAndDoer[] => statementsOf(run));

export function statementsOf(run: TokenRun, isAsked?: (verb: number) => boolean): VerbAndDoer[] {
  const found: VerbAndDoer[] = [];
  for (let verb = 0; verb < run.tokens.length; verb++) {
    if (!isVerbAt(run, verb) || (isAsked && !isAsked(verb))) continue;
    const known = byVerb(run);
    let statement = known[verb];
    if (statement === undefined) known[verb] = statement = statementOf(run, verb);
    if (statement) found.push(statement);
  }
  return found;
}

function statementOf(run: TokenRun, verb: number): VerbAndDoer | null {
  const segment = run.segmentOf(verb);
  const before: number[] = [];
  let hasPronoun = false;
  let isPassive = false;
  for (let at = verb - 1; at >= 0 && run.segmentOf(at) === segment; at--) {
    const word = run.word(at);
    if (verb - at <= 3 && isBe(word)) isPassive = true;
    if (isPronoun(word) && !isDeterminer(word)) hasPronoun = true;
    if (before.length < MOST_NOUNS && isNoun(run, at)) before.unshift(at);
  }
  const after: number[] = [];
  let by = -1;
  for (let at = verb + 1; at < run.tokens.length && run.segmentOf(at) === segment; at++) {
    if (
      isBy(run.word(at)) &&
      by === -1 &&
      isParticiple(run.word(verb)) &&
      !isMeasure(run, at + 1) &&
      !isMeasure(run, at + 2)
    )
      by = at;
    if (after.length < MOST_NOUNS && isNoun(run, at)) after.push(at);
  }
  const isRelative = before.length === 0 && /^(?:who|which)$/.test(run.word(firstOf(run, verb)));
  const subject = before.length > 0 ? [...joinedTo(run, verb), ...before] : earlier(run, verb, segment);
  const isDirect = subject.length > 0 && (before.length > 0 ? !hasPronoun : isRelative);
  const isOpen = before.length === 0 && !isRelative;
  if (isBe(run.word(verb)))
    return isVerbAt(run, verb + 1)
      ? null
      : { verb, doer: subject, isDirect, isOpen: before.length === 0, done: after };
  isPassive &&= isParticiple(run.word(verb));
  // `a band formed in 1985 by two brothers`: without its own object, it was done to what comes before.
  const isDone = isPassive || by === verb + 1 || isPreposition(run.word(verb + 1));
  if (by !== -1 && isDone) {
    const agents = after.filter((at) => at > by);
    return {
      verb,
      doer: agents,
      isDirect: agents.length > 0,
      isOpen: agents.length === 0,
      done: [...subject, ...after.filter((at) => at < by)],
    };
  }
  if (isPassive) return { verb, doer: [], isDirect: false, isOpen: true, done: subject };
  return { verb, doer: subject, isDirect, isOpen, done: after };
}

function firstOf(run: TokenRun, index: number): number {
  let first = index;
  while (first > 0 && run.isSameClause(first - 1, index)) first--;
  return first;
}

/** `growth and emergence`: what is joined to the subject without its own verb. */
function joinedTo(run: TokenRun, verb: number): number[] {
  const found: number[] = [];
  for (let at = firstOf(run, verb) - 1; at >= 0 && !run.endsSentence(at); at--) {
    if (found.length === MOST_NOUNS) break;
    if (isVerbAt(run, at)) return [];
    if (isNoun(run, at)) found.unshift(at);
  }
  return found;
}

/** What comes before a segment in its sentence may be its subject; after `who` and `which`, what is right before. */
function earlier(run: TokenRun, verb: number, segment: number): number[] {
  const found: number[] = [];
  const first = firstOf(run, verb);
  const isRelative = /^(?:who|which|that)$/.test(run.word(first));
  for (let at = first - 1; at >= 0 && !run.endsSentence(at); at--) {
    if (found.length === MOST_NOUNS || (isRelative && run.segmentOf(at) < segment - 1)) break;
    if (isNoun(run, at)) found.unshift(at);
    if (isRelative && found.length > 0 && isDeterminer(run.word(at))) break;
  }
  return found;
}

/** `by 8 %`, but not `by a 19th-century engineer`. */
const isMeasure = (run: TokenRun, index: number) => {
  const amount = run.tokens[index]?.amount;
  return amount !== undefined && amount.kind !== 'ordinal';
};

const isParticiple = (word: string) => /(?:ed|en|wn|ght|ld|de|ne|ut|ead|ung|old|lt|nt|id|ne)$/.test(word);

const nounsOf = onceOf((run: TokenRun) => new Uint8Array(run.tokens.length));

function isNoun(run: TokenRun, index: number): boolean {
  const { whole } = run;
  const at = run.from + index;
  const nouns = nounsOf(whole);
  if (nouns[at] === 0) nouns[at] = looksLikeNoun(whole, at) ? YES : NO;
  return nouns[at] === YES;
}

function looksLikeNoun(run: TokenRun, index: number): boolean {
  const token = run.tokens[index];
  if (!token || token.amount || !run.isContent(index)) return false;
  const word = run.word(index);
  return !isPronoun(word) && !isPreposition(word) && !isVerbAt(run, index) && !isAdverb(word);
}
