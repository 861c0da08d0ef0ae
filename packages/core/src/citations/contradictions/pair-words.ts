import { exclusiveWords } from '../verify/exclusive-words.js';
import { isAlike } from '../verify/synonyms.js';
import type { Statement, StatementWord } from './statement.js';

/** The words that two statements have in common, and those that only one has. */
export interface PairedWords {
  shared: [StatementWord, StatementWord][];
  left: StatementWord[];
  right: StatementWord[];
}

const FAMILY_LETTERS = 5;
const MIN_ALIKE = 0.7;

export function pairWords(one: Statement, other: Statement): PairedWords {
  const shared: PairedWords['shared'] = [];
  const taken = new Set<StatementWord>();
  const left: StatementWord[] = [];
  for (const word of one.words) {
    const match =
      other.words.find((each) => each.term === word.term && !taken.has(each)) ??
      other.words.find(
        (each) => !taken.has(each) && isSameWord(word, each) && !areOpposites(one, word, other, each),
      );
    if (match) {
      taken.add(match);
      shared.push([word, match]);
    } else left.push(word);
  }
  const said = ({ words }: Statement) => new Set(words.map(({ term }) => term));
  const [ours, theirs] = [said(one), said(other)];
  return {
    shared,
    // A word that one of them repeats is not a difference.
    left: left.filter(({ term }) => !theirs.has(term)),
    right: other.words.filter((word) => !taken.has(word) && !ours.has(word.term)),
  };
}

function isSameWord({ term: left, isName }: StatementWord, other: StatementWord): boolean {
  const { term: right } = other;
  if (isAlike(left, right)) return true;
  // `Hansen` is not `Hanson`.
  if (isName || other.isName) return false;
  if (left.length < FAMILY_LETTERS || right.length < FAMILY_LETTERS) return false;
  let alike = 0;
  while (alike < left.length && left.charCodeAt(alike) === right.charCodeAt(alike)) alike++;
  return alike >= FAMILY_LETTERS && alike / Math.max(left.length, right.length) >= MIN_ALIKE;
}

/** Words of one set of which only one can be true: `rose` and `fell`, `Monday` and `Friday`. */
function areOpposites(one: Statement, left: StatementWord, other: Statement, right: StatementWord): boolean {
  const [first, second] = [one.run.tokens[left.at], other.run.tokens[right.at]];
  if (!first || !second) return false;
  const theirs = exclusiveWords(second);
  return exclusiveWords(first).some(({ set, value }) =>
    theirs.some((each) => each.set === set && each.value !== value),
  );
}
