import type { Disagreement } from './disagreement.js';
import { wordsInGaps } from './find-gap.js';
import type { Region } from './region.js';
import { NO, YES, type Statement, type TokenRun } from './token-run.js';
import {
  converseOf,
  isAdverb,
  isBe,
  isBy,
  isDeterminer,
  isPreposition,
  isPronoun,
  isVerbAt,
} from './verbs.js';

/** A verb has no more to do with than these: nothing with more nouns in a row is a sentence. */
const MOST_NOUNS = 32;

/** Looks for a claim that has somebody else do what the source says, or both in each other's place. */
export function findTurnedRoles(region: Region): Disagreement[] {
  const { claim, passage } = region;
  if (claim.isGerman) return [];
  const claimed = statementsOfClaim(claim);
  if (claimed.length === 0) return [];
  const found: Disagreement[] = [];
  const verbs = new Set(claimed.map(({ verb }) => claim.term(verb)));
  const words = new Set(claimed.map(({ verb }) => converseOf(claim.word(verb))));
  const hasCopula = claimed.some(({ verb }) => isBe(claim.word(verb)));
  const all = statementsOf(
    passage,
    (index) =>
      verbs.has(passage.term(index)) ||
      words.has(passage.word(index)) ||
      (hasCopula && isBe(passage.word(index))),
  );
  for (const statement of claimed) {
    const others = all.flatMap((other) => {
      const relation = relationOf(claim, statement, passage, other);
      return relation === null ? [] : [{ other, relation }];
    });
    if (others.length === 0) continue;
    let turned: Statement | null = null;
    let isCertain = false;
    let isAgreed = false;
    for (const { other, relation } of others) {
      const comparison = compare(region, statement, relation === 'converse' ? converse(other) : other);
      if (comparison === 'same') isAgreed = true;
      else if (comparison !== 'open') {
        turned ??= other;
        isCertain ||= comparison === 'turned';
      }
    }
    if (isAgreed || !turned) continue;
    const from = Math.min(turned.verb, ...turned.doer, ...turned.done);
    const to = Math.max(turned.verb, ...turned.doer, ...turned.done);
    const words: string[] = [];
    for (let index = from; index <= to && words.length < 12; index++) words.push(passage.written(index));
    found.push({
      kind: 'roles',
      at: statement.verb,
      claimed: claim.written(statement.verb),
      found: words.join(' '),
      isCertain,
    });
  }
  return found;
}

function relationOf(
  claim: TokenRun,
  { verb, done }: Statement,
  passage: TokenRun,
  other: Statement,
): 'same' | 'converse' | null {
  const [left, right] = [claim.word(verb), passage.word(other.verb)];
  if (isBe(left)) {
    // `is the default`: what it is must be the same.
    if (!isBe(right) || done.length === 0) return null;
    const last = claim.term(done.at(-1) ?? -1);
    return other.done.some((index) => passage.term(index) === last) ? 'same' : null;
  }
  if (claim.term(verb) === passage.term(other.verb)) return 'same';
  return converseOf(left) !== undefined && converseOf(left) === right ? 'converse' : null;
}

/** `A sold it to B`: B bought it. */
const converse = (statement: Statement): Statement => ({
  ...statement,
  doer: statement.done,
  done: statement.doer,
  isDirect: false,
  isOpen: statement.done.length === 0,
});

type Comparison = 'same' | 'open' | 'turned' | 'another';

function compare(region: Region, ours: Statement, theirs: Statement): Comparison {
  const { claim, passage } = region;
  const has = (indexes: readonly number[], term: string) =>
    indexes.some((index) => isOne(passage.term(index), term));
  const [allDoers, allDone] = [ours.doer, ours.done].map((indexes) =>
    indexes.map((index) => claim.term(index)),
  ) as [string[], string[]];
  // What is on both sides tells nothing: `exports to Ostland exceeded imports from Ostland`.
  const doers = allDoers.filter((term) => !allDone.includes(term));
  const done = allDone.filter((term) => !allDoers.includes(term));
  const isCopula = isBe(claim.word(ours.verb));
  if (doers.some((term) => has(theirs.doer, term))) {
    if (!theirs.isDirect) return 'same';
    // `the network adapter` for `the disk adapter`: a part of it is another's, and the other's is left out.
    const isRival = doers.some((term) => !has(theirs.doer, term) && isElsewhere(region, theirs, term));
    const isLeftOut = theirs.doer.some(
      (index) => !claim.tokens.some((_, at) => isOne(claim.term(at), passage.term(index))),
    );
    if (!isRival || !isLeftOut) return 'same';
    const shared = done.filter((term) => has(theirs.done, term)).length;
    return done.length > 0 && 2 * shared >= done.length ? 'turned' : 'another';
  }
  if (!theirs.isDirect || theirs.isOpen || !ours.isDirect || isCopula) return 'open';
  // `Adults pay 12 euros, students 8`: they pay, too.
  if (wordsInGaps(region).some((index) => doers.includes(passage.term(index)))) return 'same';
  const [isDone, isDoer] = [
    doers.length > 0 && doers.every((term) => has(theirs.done, term)),
    done.length > 0 && done.every((term) => has(theirs.doer, term)),
  ];
  // Both in each other's place; one of them alone may be there for another reason.
  const isSwapped =
    doers.some((term) => has(theirs.done, term)) && done.some((term) => has(theirs.doer, term));
  if (isDone || isDoer) return isSwapped ? 'turned' : 'another';
  // `The film won` may be said of a film with a name: only names compete with names.
  if (doers.length === 0 || isNamed(claim, ours.doer, passage) !== isNamed(passage, theirs.doer, passage))
    return 'open';
  const shared = done.filter((term) => has(theirs.done, term)).length;
  // Nothing else that both say of it: another event of the same kind.
  if (2 * shared < done.length) return 'open';
  // Where the source never speaks of who the claim does it, they may be two names for one.
  return doers.some((term) => passage.tokens.some((_, index) => isOne(passage.term(index), term))) ||
    isNamed(claim, ours.doer, passage)
    ? 'turned'
    : 'another';
}

/** Every claim begins with a capital; whether it is a name, the passage may tell. */
const isNamed = (run: TokenRun, indexes: readonly number[], passage: TokenRun) =>
  indexes.some(
    (index) =>
      run.tokens[index]?.kind === 'name' ||
      (index === 0 && passage.tokens.some(({ kind, term }) => kind === 'name' && term === run.term(0))),
  );

const isOne = (left: string, right: string) =>
  left === right || (left.length > 4 && right.length > 4 && beginAlike(left, right));

function beginAlike(left: string, right: string): boolean {
  for (let index = 0; index < 5; index++)
    if (left.charCodeAt(index) !== right.charCodeAt(index)) return false;
  return true;
}

/** The source says something else of it: not where it has an amount of the claim beside it, `southern hives 27 per cent`. */
function isElsewhere(region: Region, { doer }: Statement, term: string): boolean {
  const { passage } = region;
  for (let index = 0; index < passage.tokens.length; index++)
    if (isOne(passage.term(index), term) && !doer.includes(index) && !isBesideAmount(region, index))
      return true;
  return false;
}

/** Remembered by clause: it is asked for every word of it, and for every statement of the claim. */
function isBesideAmount({ claim, passage, hasAmount }: Region, index: number): boolean {
  const clause = passage.segmentOf(index);
  let known = hasAmount.get(clause);
  if (known === undefined) {
    known = passage.tokens.some(
      ({ amount, term }, at) =>
        amount !== undefined &&
        passage.isSameClause(at, index) &&
        claim.tokens.some((own) => own.term === term),
    );
    hasAmount.set(clause, known);
  }
  return known;
}

/** A claim is compared with one passage after the other. */
function statementsOfClaim({ whole }: TokenRun): readonly Statement[] {
  return (whole.statements ??= statementsOf(whole));
}

function statementsOf(run: TokenRun, isAsked?: (verb: number) => boolean): Statement[] {
  const found: Statement[] = [];
  for (let verb = 0; verb < run.tokens.length; verb++) {
    if ((isAsked && !isAsked(verb)) || !isVerbAt(run, verb)) continue;
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
        !run.tokens[at + 1]?.amount &&
        !run.tokens[at + 2]?.amount
      )
        by = at;
      if (after.length < MOST_NOUNS && isNoun(run, at)) after.push(at);
    }
    const isRelative = before.length === 0 && /^(?:who|which)$/.test(run.word(firstOf(run, verb)));
    const subject = before.length > 0 ? [...joinedTo(run, verb), ...before] : earlier(run, verb, segment);
    const isDirect = subject.length > 0 && (before.length > 0 ? !hasPronoun : isRelative);
    const isOpen = before.length === 0 && !isRelative;
    if (isBe(run.word(verb))) {
      if (!isVerbAt(run, verb + 1))
        found.push({ verb, doer: subject, isDirect, isOpen: before.length === 0, done: after });
      continue;
    }
    isPassive &&= isParticiple(run.word(verb));
    if (by !== -1 && (isPassive || by === verb + 1)) {
      const agents = after.filter((at) => at > by);
      found.push({
        verb,
        doer: agents,
        isDirect: agents.length > 0,
        isOpen: agents.length === 0,
        done: [...subject, ...after.filter((at) => at < by)],
      });
    } else if (isPassive) found.push({ verb, doer: [], isDirect: false, isOpen: true, done: subject });
    else found.push({ verb, doer: subject, isDirect, isOpen, done: after });
  }
  return found;
}

function firstOf(run: TokenRun, index: number): number {
  let first = index;
  while (first > 0 && run.isSameClause(first - 1, index)) first--;
  return first;
}

/** `growth and emergence`: what is joined to the subject without a verb of its own. */
function joinedTo(run: TokenRun, verb: number): number[] {
  const found: number[] = [];
  for (let at = firstOf(run, verb) - 1; at >= 0 && !run.endsSentence(at); at--) {
    if (found.length === MOST_NOUNS) break;
    if (isVerbAt(run, at)) return [];
    if (isNoun(run, at)) found.unshift(at);
  }
  return found;
}

/** What stands before a segment in its sentence may be its subject; after `who` and `which`, what stands right before. */
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

const isParticiple = (word: string) => /(?:ed|en|wn|ght|ld|de|ne|ut|ead|ung|old|lt|nt|id|ne)$/.test(word);

function isNoun(run: TokenRun, index: number): boolean {
  const { whole } = run;
  const at = run.from + index;
  if (whole.nouns[at] === 0) whole.nouns[at] = looksLikeNoun(whole, at) ? YES : NO;
  return whole.nouns[at] === YES;
}

function looksLikeNoun(run: TokenRun, index: number): boolean {
  const token = run.tokens[index];
  if (!token || token.amount || !run.isContent(index)) return false;
  const word = run.word(index);
  return !isPronoun(word) && !isPreposition(word) && !isVerbAt(run, index) && !isAdverb(word);
}
