import { compareAmounts, isYear, type Agreement, type Amount } from './amount.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isAuxiliary, isPreposition, isVerbAt } from './verbs.js';

/** The number is there, with or without its unit. */
export const SAME: ReadonlySet<Agreement> = new Set(['same', 'unitless']);
/** Smaller bare counts are rarely the amount of a clause without a verb. */
const SMALL_COUNT = 12;
/** After a verb: `goes up`. */
const PARTICLE = /^(?:up|down|out|off)$/;
/** The most members of a sentence; each is compared with every amount of the claim. */
const MOST_MEMBERS = 32;
/** Words that begin a clause with its own statement. */
const RELATIVE = /^(?:who|which|whose|where|when|because|if|welche[rsnm]?|wo|wenn|weil|qui|que)$/;
/** `those taught in class`: what looks like a verb only says who. */
const WHO = /^(?:those|that|diejenigen|denjenigen)$/;

/** `38 pages in black and 22 in colour`: clauses that omit what the first one says, each with its own amount. */
interface Gap {
  /** Index of the amount in the complete clause. */
  head: number;
  /** The amounts of the clauses after it, each in its own segment. */
  members: number[];
}

/**
 * The amount that a sentence with gaps gives for the context of the claim's amount: that of the clause that shares a
 * word with it, or of the first one. Null if the passage has no such sentence, or it does not decide.
 */
export function amountInGap(region: Region, at: number): number | null {
  const own = region.claim.tokens[at]?.amount;
  if (!own) return null;
  const { claim, passage } = region;
  const isPaired = claim.tokens.some(
    ({ amount }, index) =>
      index !== at &&
      !(isRangeStart(claim, index) && index + 2 === at) &&
      claim.isSameClause(index, at) &&
      amount?.kind === own.kind &&
      !isOfName(claim, index),
  );
  // `from €5 to €6`: two amounts, each with its own words.
  if (isPaired) return null;
  for (const { head, members } of gapsOf(region)) {
    // A sentence without the amount may be about something else.
    const isThere = [head, ...members].some((index) => {
      const { amount } = passage.tokens[index] ?? {};
      return amount !== undefined && SAME.has(compareAmounts(own, amount));
    });
    if (!isThere || !isOfKind(own, passage.tokens[head]?.amount)) continue;
    // `two platinum and five gold medals`: the counted noun comes after the last amount, and the word before it says
    // which.
    const [kind, noun] = [claim.nextContent(at, 1), claim.nextContent(at + 1, 1)];
    const last = members.at(-1) ?? -1;
    if (
      kind === at + 1 &&
      noun === at + 2 &&
      wordsWith(region, at, last).includes(region.termOf[noun] ?? -1) &&
      !wordsWith(region, at, head).includes(region.termOf[noun] ?? -1)
    ) {
      const [index] = [head, ...members].filter((one) => passage.term(one + 1) === claim.term(kind));
      if (index !== undefined) return index;
    }
    const common = wordsWith(region, at, head);
    // Words that the first clause has too do not decide.
    const shared = members.map(
      (index) => wordsWith(region, at, index).filter((id) => !common.includes(id)).length,
    );
    const most = Math.max(...shared);
    // `urgent repairs within three days and other repairs within twenty`: both clauses have the same words.
    const isAsGood = (index: number) => {
      const { amount } = passage.tokens[index] ?? {};
      return (
        amount !== undefined &&
        SAME.has(compareAmounts(own, amount)) &&
        wordsWith(region, at, index).length >= common.length
      );
    };
    if (most === 0) return common.length > 0 && !members.some(isAsGood) ? head : null;
    const best = members.filter((_, place) => shared[place] === most);
    return best.length === 1 ? (best[0] ?? null) : null;
  }
  return null;
}

/** Words in clauses that omit their verb: the first clause's statement applies to them too. */
export function wordsInGaps(region: Region): readonly number[] {
  return (region.gaps.words ??= findWordsInGaps(region));
}

function findWordsInGaps(region: Region): number[] {
  const { passage } = region;
  const clauses = new Set(
    gapsOf(region).flatMap(({ members }) => members.map((member) => passage.segmentOf(member))),
  );
  if (clauses.size === 0) return [];
  return passage.tokens.flatMap((_, index) => (clauses.has(passage.segmentOf(index)) ? [index] : []));
}

function gapsOf(region: Region): readonly Gap[] {
  return (region.gaps.found ??= findGaps(region));
}

function findGaps(region: Region): Gap[] {
  const { passage } = region;
  const gaps: Gap[] = [];
  let gap: Gap | null = null;
  let sentence = -1;
  for (let from = 0, to = 0; from < passage.tokens.length; from = to) {
    to = from + 1;
    while (to < passage.tokens.length && passage.isSameClause(from, to)) to++;
    if (region.sentenceAt(from) !== sentence || region.cellAt(from) || region.isRow(from)) gap = null;
    sentence = region.sentenceAt(from);
    const indexes = Array.from({ length: to - from }, (_, place) => from + place);
    const amounts = indexes.filter((index) => isGiven(region, index));
    const hasVerb = indexes.some(
      (index) =>
        isAuxiliary(passage.word(index)) ||
        isVerbAt(passage, index) ||
        (index + 1 < to && PARTICLE.test(passage.word(index + 1)) && !passage.tokens[index]?.amount) ||
        (gap !== null && index === from + 1 && isSecondVerb(passage, index, gap.head)),
    );
    const isWho = [from, from + 1].some((index) => WHO.test(passage.word(index)));
    const [first] = amounts;
    const last = amounts.at(-1);
    if (RELATIVE.test(passage.word(from))) {
      gap = null;
      continue;
    }
    if (!gap || (hasVerb && !isWho)) {
      gap = first === undefined ? null : { head: first, members: [] };
      if (gap) gaps.push(gap);
      continue;
    }
    const amount = passage.tokens[last ?? -1]?.amount;
    const isRival = (index: number) => isOfKind(amount, passage.tokens[index]?.amount);
    const heads = amountsFrom(region, gap.head).filter(isRival);
    const hasWords = indexes.some((index) => passage.isContent(index) && !passage.tokens[index]?.amount);
    // `31 of 118`: it is unknown which amount replaces which.
    if (last === undefined || heads.length !== 1 || amounts.filter(isRival).length !== 1 || !hasWords)
      continue;
    gap.head = heads[0] ?? gap.head;
    gap.members.push(last);
  }
  return gaps.filter(({ members }) => members.length > 0 && members.length <= MOST_MEMBERS);
}

/** `opens at 8:30 and closes at 19:00`: after `and`, in the same form as the verb before it. */
function isSecondVerb(passage: TokenRun, index: number, head: number): boolean {
  const isThird = (word: string) => /[^s]s$/.test(word);
  if (!isThird(passage.word(index)) || !isPreposition(passage.word(index + 1))) return false;
  for (let at = head; at >= 0 && passage.isSameClause(at, head); at--)
    if (isVerbAt(passage, at)) return isThird(passage.word(at)) && !passage.word(at).endsWith('is');
  return false;
}

/** All amounts of a clause, starting with this one. */
function amountsFrom(region: Region, from: number): number[] {
  const { passage } = region;
  const found: number[] = [];
  for (let index = from; index < passage.tokens.length && passage.isSameClause(index, from); index++)
    if (isGiven(region, index)) found.push(index);
  return found;
}

/** An amount that a clause states: not part of a name, and in `15 to 20 minutes` the end with the unit. */
const isGiven = (region: Region, index: number) =>
  region.passage.tokens[index]?.amount !== undefined &&
  !isNamed(region, index) &&
  !isRangeStart(region.passage, index);

/** True in `15 to 20 minutes`; false in `rose from 15 to 20`. */
function isRangeStart(run: TokenRun, index: number): boolean {
  const [from, to] = [run.tokens[index]?.amount, run.tokens[index + 2]?.amount];
  return (
    from !== undefined &&
    to !== undefined &&
    from.date === undefined &&
    /^(?:to|bis)$/.test(run.word(index + 1)) &&
    !/^(?:from|von)$/.test(run.wordBefore(index)) &&
    run.isSameClause(index, index + 2)
  );
}

/** `Alder 400`, `Probe 4`: a number that may belong to a name. */
function isOfName(run: TokenRun, index: number): boolean {
  const [before, token] = [run.tokens[index - 1], run.tokens[index]];
  return (
    token?.amount?.kind === '' &&
    !isYear(token.amount.value) &&
    before?.form?.isCapitalised === true &&
    run.isContent(index - 1) &&
    token.start === before.end + 1
  );
}

/**
 * Whether a number belongs to a name: not in `Nordbau offered 120,000, Steinmann 98,500`, but in `the Alder 400
 * printer`, or if the claim uses it in a name.
 */
const isNamed = ({ claim, passage }: Region, index: number) =>
  isOfName(passage, index) &&
  ((passage.isContent(index + 1) && passage.isSameClause(index, index + 1)) ||
    claim.tokens.some((_, at) => isOfName(claim, at) && claim.term(at - 1) === passage.term(index - 1)));

/** Whether one can replace the other. A unit that is given once applies to what follows. */
function isOfKind(one: Amount | undefined, head: Amount | undefined): boolean {
  if (!one || !head) return false;
  const isTime = ({ date, kind, value }: Amount) => date !== undefined || (kind === '' && isYear(value));
  if (isTime(one) || isTime(head)) return isTime(one) && isTime(head);
  return one.kind === head.kind || (one.kind === '' && one.value > SMALL_COUNT);
}

/** Words in the clause of a claim's amount that also occur in the clause of an amount of the passage. */
export function wordsWith({ claim, passage, termOf, places }: Region, at: number, index: number): number[] {
  // `Probe 3` is not `Probe 4`.
  const isOther = (own: number, place: number) => {
    const [ours, theirs] = [claim.tokens[own + 1]?.amount, passage.tokens[place + 1]?.amount];
    return ours?.kind === '' && theirs?.kind === '' && ours.value !== theirs.value && place + 1 !== index;
  };
  return termOf.filter(
    (id, own) =>
      id >= 0 &&
      own !== at &&
      claim.isSameClause(own, at) &&
      (places[id] ?? []).some(
        (place) => place !== index && passage.isSameClause(place, index) && !isOther(own, place),
      ),
  );
}
