import type { Disagreement } from './disagreement.js';
import { withFields } from '../../messages/with-fields.js';
import { wordsInGaps } from './find-gap.js';
import { onceOf } from './once-of.js';
import type { Region } from './region.js';
import { statementsOf, statementsOfClaim } from './statements.js';
import type { VerbAndDoer } from './statement.js';
import type { TokenRun } from './token-run.js';
import { converseOf, isBe, isPreposition } from './verbs.js';

/** Finds a claim in which someone else does what the source says, or doer and object are swapped. */
export function findTurnedRoles(region: Region): Disagreement[] {
  const { claim, passage } = region;
  if (claim.isGerman) return [];
  const claimed = statementsOfClaim(claim);
  if (claimed.length === 0) return [];
  const found: Disagreement[] = [];
  const all = statementsOf(passage, (index) => {
    const term = passage.term(index);
    const word = passage.word(index);
    for (const { verb } of claimed) {
      const own = claim.word(verb);
      if (claim.term(verb) === term || converseOf(own) === word || (isBe(own) && isBe(word))) return true;
    }
    return false;
  });
  if (all.length === 0) return found;
  for (const [place, statement] of claimed.entries()) {
    let ours: Ours | null = null;
    let turned: VerbAndDoer | null = null;
    let isCertain = false;
    let isAgreed = false;
    for (const other of all) {
      const relation = relationOf(claim, statement, passage, other);
      if (relation === null) continue;
      ours ??= claim.isAsWritten ? (oursOfClaim(claim)[place] ?? null) : oursOf(claim, statement);
      if (!ours) break;
      const comparison = compare(region, ours, relation === 'converse' ? converse(other) : other);
      isAgreed = comparison === 'same';
      // One statement that agrees is enough.
      if (isAgreed) break;
      if (comparison === 'open') continue;
      turned ??= other;
      isCertain ||= comparison === 'turned';
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
  { verb, done }: VerbAndDoer,
  passage: TokenRun,
  other: VerbAndDoer,
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
const converse = (statement: VerbAndDoer): VerbAndDoer => ({
  ...statement,
  doer: statement.done,
  done: statement.doer,
  isDirect: false,
  isOpen: statement.done.length === 0,
});

type Comparison = 'same' | 'open' | 'turned' | 'another';

/** A statement of the claim, with the terms of its doer and its object. */
interface Ours extends VerbAndDoer {
  doers: readonly string[];
  terms: readonly string[];
}

function oursOf(claim: TokenRun, statement: VerbAndDoer): Ours {
  const [allDoers, allDone] = [statement.doer, statement.done].map((indexes) =>
    indexes.map((index) => claim.term(index)),
  ) as [string[], string[]];
  // A term on both sides decides nothing: `exports to Ostland exceeded imports from Ostland`.
  return withFields(statement, {
    doers: allDoers.filter((term) => !allDone.includes(term)),
    terms: allDone.filter((term) => !allDoers.includes(term)),
  });
}

const oursOfClaim = onceOf((claim: TokenRun): readonly Ours[] =>
  statementsOfClaim(claim).map((statement) => oursOf(claim, statement)),
);

function compare(region: Region, ours: Ours, theirs: VerbAndDoer): Comparison {
  const { claim, passage } = region;
  const { doers, terms: done } = ours;
  const isCopula = isBe(claim.word(ours.verb));
  if (countIn(passage, theirs.doer, doers) > 0) {
    if (!theirs.isDirect) return 'same';
    // `the network adapter` for `the disk adapter`: the claim's word belongs to something else in the source, and the
    // source's own word is missing from the claim.
    if (!hasRival(region, ours, theirs) || !leavesOut(region, ours, theirs)) return 'same';
    const shared = countIn(passage, theirs.done, done);
    return done.length > 0 && 2 * shared >= done.length && isInOnePlace(region, ours, theirs)
      ? 'turned'
      : 'another';
  }
  if (!theirs.isDirect || theirs.isOpen || !ours.isDirect || isCopula) return 'open';
  // `Adults pay 12 euros, students 8`: students pay too.
  if (wordsInGaps(region).some((index) => doers.includes(passage.term(index)))) return 'same';
  const doersDone = countIn(passage, theirs.done, doers);
  const doneDoers = countIn(passage, theirs.doer, done);
  const isDone = doers.length > 0 && doersDone === doers.length;
  const isDoer = done.length > 0 && doneDoers === done.length;
  // Both are swapped; one of them alone may be there for another reason.
  if (isDone || isDoer) return doersDone > 0 && doneDoers > 0 ? 'turned' : 'another';
  // `The film won` may refer to a film with a name, so only names conflict with names.
  if (doers.length === 0 || isNamed(claim, ours.doer, passage) !== isNamed(passage, theirs.doer, passage))
    return 'open';
  const shared = countIn(passage, theirs.done, done);
  // They share nothing else, so it is another event of the same kind.
  if (2 * shared < done.length) return 'open';
  // If the source does not have the claimed doer do something else, the two may be names for one person.
  return isDoerOfAnother(passage, doers, theirs) ? 'turned' : 'another';
}

function isAmong(run: TokenRun, indexes: readonly number[], term: string): boolean {
  for (const index of indexes) if (isOne(run.term(index), term)) return true;
  return false;
}

/** Whether a doer of the claim is not the one here, and the source says something else about it. */
function hasRival(region: Region, { doers }: Ours, theirs: VerbAndDoer): boolean {
  for (const term of doers)
    if (!isAmong(region.passage, theirs.doer, term) && isElsewhere(region, theirs, term)) return true;
  return false;
}

/** Whether the claim lacks a doer of the source, or has it with another name. */
function leavesOut(region: Region, ours: Ours, { doer }: VerbAndDoer): boolean {
  const { claim, passage } = region;
  for (const index of doer) {
    const term = passage.term(index);
    const isThere = claim.tokens.some((_, at) => isOne(claim.term(at), term));
    if (!isThere || isOtherName(region, ours, index)) return true;
  }
  return false;
}

/** How many of the terms are among these words. Asked for every pair of statements, so it makes no lists. */
function countIn(run: TokenRun, indexes: readonly number[], terms: readonly string[]): number {
  let count = 0;
  for (const term of terms) if (isAmong(run, indexes, term)) count++;
  return count;
}

/** `Ben Weir checks`, if Ada Weir does and the claim has Ada elsewhere. */
const isOtherName = ({ claim, passage }: Region, { doer }: VerbAndDoer, index: number) =>
  // A sentence begins with a capital; a following name shows that the first word is one too.
  (passage.tokens[index]?.kind === 'name' || passage.tokens[index + 1]?.kind === 'name') &&
  !doer.some((at) => isOne(claim.term(at), passage.term(index)));

/** `The lessee shall insure the goods. The lessor remains the owner`: they are two different parties. */
function isDoerOfAnother(passage: TokenRun, doers: readonly string[], theirs: VerbAndDoer): boolean {
  return statementsOf(passage).some(
    ({ verb, doer }) =>
      verb !== theirs.verb &&
      doer.some((index) => doers.some((term) => isOne(passage.term(index), term))) &&
      !doer.some((index) => theirs.doer.some((other) => passage.term(other) === passage.term(index))),
  );
}

/**
 * Whether claim and passage have different words in the same position: before the same word (`the network adapter`,
 * `the disk adapter`) or after the same preposition. `The capital of Ecuador` and `the capital city` do not.
 */
function isInOnePlace({ claim, passage }: Region, ours: VerbAndDoer, theirs: VerbAndDoer): boolean {
  return ours.doer.some((at) =>
    theirs.doer.some((index) => {
      if (isOne(claim.term(at), passage.term(index))) return false;
      const [before, next] = [claim.wordBefore(at), claim.nextContent(at, 1)];
      if (isPreposition(before) && before === passage.wordBefore(index)) return true;
      const behind = passage.nextContent(index, 1);
      if (!ours.doer.includes(next) || !theirs.doer.includes(behind)) return false;
      return isOne(claim.term(next), passage.term(behind));
    }),
  );
}

/** Every claim begins with a capital; the passage may show whether it is a name. */
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

/**
 * Whether the source says something else about it; not if an amount of the claim is beside it, as in `southern hives 27
 * per cent`.
 */
function isElsewhere(region: Region, { doer }: VerbAndDoer, term: string): boolean {
  const { passage } = region;
  for (let index = 0; index < passage.tokens.length; index++)
    if (isOne(passage.term(index), term) && !doer.includes(index) && !isBesideAmount(region, index))
      return true;
  return false;
}

/** Cached by clause, because it is called for every word of it and every statement of the claim. */
function isBesideAmount(region: Region, index: number): boolean {
  const { claim, passage } = region;
  const hasAmount = (region.hasAmount ??= new Map());
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
