import type { Disagreement } from './disagreement.js';
import { onceOf } from './once-of.js';
import type { Region } from './region.js';
import { isAuxiliary, isPreposition, isVerbAt } from './verbs.js';

/** The most members of a list. */
const MOST_MEMBERS = 16;
/** The most words before the preposition in a member without a verb. */
const MOST_WORDS = 3;

interface Member {
  left: Set<string>;
  right: Set<string>;
  from: number;
  to: number;
}

/** A member before its words are collected. */
interface Span {
  from: number;
  /** Index of its preposition. */
  at: number;
  to: number;
}

/**
 * Finds `Halogenated solvents go into the red canisters` where the source has `acid waste goes into the yellow
 * canisters, solvents without halogens into the red ones and halogenated solvents into the blue ones`. The source lists
 * several, each with its own value, and the claim pairs one with the value of another.
 */
export function findOtherMember(region: Region): Disagreement | null {
  const { claim, passage } = region;
  const verb = verbOf(claim);
  const lists = verb === -1 ? [] : listsOf(passage);
  if (lists.length === 0) return null;
  const words = claim.tokens.flatMap(({ amount }, at) =>
    claim.isContent(at) && !amount ? [{ at, term: claim.term(at) }] : [],
  );
  const subject = words.filter(({ at }) => at < verb);
  const values = words.filter(({ at }) => at > verb && !isVerbAt(claim, at));
  if (subject.length === 0 || values.length === 0) return null;
  for (const members of lists) {
    const scores = members.map(({ left }) => subject.filter(({ term }) => left.has(term)).length);
    const most = Math.max(...scores);
    const own = scores.indexOf(most);
    if (most === 0 || scores.lastIndexOf(most) !== own) continue;
    const mine = members[own];
    const wrong = values.find(({ term }) => {
      const having = members.filter(({ right }) => right.has(term));
      return having.length === 1 && having[0] !== mine && !mine?.left.has(term);
    });
    // The claim also names the right value, so the other word is additional.
    const isOwn = (term: string) => mine?.right.has(term) && !members.every(({ right }) => right.has(term));
    if (!mine || !wrong || values.some(({ term }) => isOwn(term))) continue;
    return {
      kind: 'opposite',
      at: wrong.at,
      claimed: claim.written(wrong.at),
      found: passage.words(mine.from, mine.to),
      isCertain: false,
    };
  }
  return null;
}

/** `are collected`, or the first verb that is not at the beginning. */
const verbOf = onceOf((run: Region['claim']): number => {
  const helping = run.tokens.findIndex((_, at) => isAuxiliary(run.word(at)));
  return helping > 0 ? helping : run.tokens.findIndex((_, at) => at > 0 && isVerbAt(run, at));
});

function hasBe(run: Region['passage'], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (isAuxiliary(run.word(at))) return true;
  return false;
}

function hasAmount(run: Region['passage'], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (run.tokens[at]?.amount) return true;
  return false;
}

/** Members separated by a comma or `and`, each with the same preposition, and with a verb in the first at most. */
const listsOf = onceOf((run: Region['passage']): readonly (readonly Member[])[] => {
  const lists: Member[][] = [];
  let open: { preposition: string; members: Span[] } | null = null;
  const close = () => {
    if (open && open.members.length > 1 && open.members.length <= MOST_MEMBERS)
      lists.push(
        withHeads(
          run,
          open.members.map((span) => memberOf(run, span)),
        ),
      );
    open = null;
  };
  for (let from = 0; from < run.tokens.length;) {
    let to = from;
    while (to + 1 < run.tokens.length && run.isSameClause(to + 1, from)) to++;
    const at = prepositionIn(run, from, to);
    const preposition = at === -1 ? '' : run.word(at);
    // `one on Thursday and five on Friday`: the subject was named before.
    if (at === -1 || hasAmount(run, from, at)) close();
    else {
      const isFurther: boolean =
        open !== null &&
        open.preposition === preposition &&
        !hasBe(run, from, to) &&
        termsOf(run, from, at).size <= MOST_WORDS;
      if (!isFurther) close();
      open ??= { preposition, members: [] };
      open.members.push({ from, at, to });
    }
    if (open !== null && (run.endsSentence(to) || run.endsWithSemicolon(to))) close();
    from = to + 1;
  }
  close();
  return lists;
});

const memberOf = (run: Region['passage'], { from, at, to }: Span): Member => ({
  left: termsOf(run, from, at),
  right: termsOf(run, at + 1, to + 1),
  from,
  to,
});

/** `into the yellow canisters, … into the red ones`: canisters too. */
function withHeads(run: Region['passage'], members: Member[]): Member[] {
  const [first, ...others] = members;
  const head = first ? [...first.right].at(-1) : undefined;
  for (const { right, to } of others) if (head !== undefined && /^ones?$/.test(run.word(to))) right.add(head);
  return members;
}

/** The last preposition before the value: `solvents without halogens into the red ones`. */
function prepositionIn(run: Region['passage'], from: number, to: number): number {
  for (let at = to - 1; at > from; at--) if (isPreposition(run.word(at)) && run.word(at) !== 'of') return at;
  return -1;
}

function termsOf(run: Region['passage'], from: number, to: number): Set<string> {
  const found = new Set<string>();
  for (let at = from; at < to; at++)
    if (run.isContent(at) && !run.tokens[at]?.amount) found.add(run.term(at));
  return found;
}
