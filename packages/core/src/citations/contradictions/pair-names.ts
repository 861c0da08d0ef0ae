import type { TokenRun } from '../verify/token-run.js';
import { isBe, isBy, isDeterminer } from '../verify/verbs.js';
import { TITLES, type Statement, type StatementWord } from './statement.js';

/** A name of several words: `Maria Keller`. */
interface Name {
  words: StatementWord[];
  first: number;
  last: number;
}

export interface PairedNames {
  /** Names in the same position, of which only one can be right. */
  differing: [Name, Name][];
  /** They name different things, or one names something that the other does not. */
  isElsewhere: boolean;
  left: StatementWord[];
  right: StatementWord[];
}

/** Words before the value of a statement: `is in Rotterdam`, `came from Sweden`. */
const PLACES = new Set('in from at of to aus nach bei von'.split(' '));
/** Things done by one person: if two are named, one is wrong. */
const DONE_ONCE = new Set(
  'designed wrote founded discovered invented composed painted built won chairs chaired leads directs directed edited established commissioned drew proved heads owns'.split(
    ' ',
  ),
);

/** Pairs the names of two statements that otherwise agree. */
export function pairNames(
  one: Statement,
  other: Statement,
  rest: { left: readonly StatementWord[]; right: readonly StatementWord[] },
): PairedNames {
  const [ours, theirs] = [namesIn(one, rest.left), namesIn(other, rest.right)];
  const differing: [Name, Name][] = [];
  const taken = new Set<Name>();
  let isElsewhere = false;
  for (const name of ours) {
    const match = theirs.find((each) => !taken.has(each) && isSamePlace(one.run, name, other.run, each));
    if (!match) continue;
    taken.add(name).add(match);
    if (isOneName(one, name, other, match)) continue;
    if (isValue(one, name) && isValue(other, match)) differing.push([name, match]);
    else isElsewhere = true;
  }
  const within = (names: readonly Name[]) =>
    new Set(names.filter((name) => taken.has(name)).flatMap(({ words }) => words));
  const [left, right] = [within(ours), within(theirs)];
  return {
    differing,
    isElsewhere,
    left: rest.left.filter((word) => !left.has(word)),
    right: rest.right.filter((word) => !right.has(word)),
  };
}

function namesIn({ run, words }: Statement, rest: readonly StatementWord[]): Name[] {
  const names: Name[] = [];
  for (const word of rest) {
    const isFirst = word.at === 0 && run.tokens[0]?.form?.isCapitalised === true;
    const isWithFirst = isFirst && words.some(({ at, isName }) => at === 1 && isName);
    if (!word.isName && !isWithFirst) continue;
    const before = names.at(-1);
    if (before && word.at === before.last + 1 && run.isSameClause(word.at, before.last)) {
      before.words.push(word);
      before.last = word.at;
    } else names.push({ words: [word], first: word.at, last: word.at });
  }
  return names;
}

/** After the same words (`designed by …`, `headquarters are in …`), or both at the beginning. */
function isSamePlace(run: TokenRun, name: Name, other: TokenRun, theirs: Name): boolean {
  if (name.first === 0 || theirs.first === 0) return name.first === theirs.first;
  return wordBefore(run, name.first) === wordBefore(other, theirs.first);
}

/** `Lang` and `Minister Erik Lang`; `EU` and `European Union`. */
function isOneName(one: Statement, name: Name, other: Statement, theirs: Name): boolean {
  const [left, right] = [wholeName(one, name), wholeName(other, theirs)];
  const within = (words: readonly string[], of: readonly string[]) =>
    words.every((word) => of.includes(word));
  const lower = (words: readonly string[]) =>
    words.map((word) => word.toLowerCase()).filter((word) => !TITLES.has(word));
  const [first, second] = [lower(left), lower(right)];
  if (within(first, second) || within(second, first)) return true;
  const initials = (words: readonly string[]) => words.map((word) => word.charAt(0)).join('');
  return left.join('') === initials(right) || right.join('') === initials(left);
}

/** `Dr. Okafor`: the word before the title counts. */
function wordBefore(run: TokenRun, first: number): string {
  const before = run.wordBefore(first);
  return TITLES.has(before) ? run.wordBefore(first - 1) : before;
}

/** The whole name, with the words that both statements share. */
function wholeName({ run, words }: Statement, { first, last }: Name): string[] {
  const isName = (at: number) =>
    words.some((word) => word.at === at && word.isName) && run.isSameClause(at, first);
  let [from, to] = [first, last];
  while (isName(from - 1)) from--;
  while (isName(to + 1)) to++;
  return Array.from({ length: to - from + 1 }, (_, place) => run.written(from + place));
}

/** Whether the name is what the statement says about its subject, not the subject itself. */
function isValue({ run, words }: Statement, { first, last }: Name): boolean {
  const before = wordBefore(run, first);
  if (first <= 1 && !isBe(before)) return DONE_ONCE.has(run.word(last + 1));
  const verb = run.tokens.findIndex(
    (_, at) => isBe(run.word(at)) || /^(?:came|stems|stem|comes)$/.test(run.word(at)),
  );
  if (verb === -1 || verb > first) return false;
  if (isBy(before) || isBe(before)) return true;
  const isDefinite = isDeterminer(run.word(0)) || words.some(({ at, isName }) => isName && at < verb);
  const hasDoer = run.tokens.some((_, at) => at > verb && at < first && isBy(run.word(at)));
  return PLACES.has(before) && (isDefinite || hasDoer);
}
