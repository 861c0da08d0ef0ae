import { isBe } from '../verify/verbs.js';
import type { StatementDifference } from './compare-statements.js';
import { areOfOneThing } from './parallel-titles.js';
import { compareQuantities, type Quantity } from './quantity.js';
import type { Statement } from './statement.js';

/** `rises to`, `stays at`. */
const BECOMES =
  /^(?:becomes?|became|rises?|rose|falls?|fell|stays?|remains?|amounts?|increases?|drops?|beträgt|steigt|sinkt)$/;
const INTO = /^(?:to|at|on|auf|bei)$/;
/** `a load limit of 20 tonnes` */
const OF = /^(?:of|von)$/;
const MODAL = /^(?:should|must|shall|will|may|can|is|soll|muss|wird)$/;
const ENDS = /^(?:the|a|an|its|their|our|der|die|das|ein|eine)$/;
const FEWEST = 2;
const MOST = 5;

/**
 * `The yearly rent is £84,000, paid in four parts` and `From 1 October 2023 the yearly rent is £91,200`: two values of
 * one thing under one name. `a load limit of 20 tonnes` also names a value. The rest of the sentences may explain the
 * difference, so only a reader can decide.
 */
export function compareNamedValues(
  one: Statement,
  other: Statement,
  figureIn: (statement: Statement, figure: Quantity) => string,
): StatementDifference | null {
  if (!areOfOneThing(one, other)) return null;
  for (const ours of one.quantities) {
    const name = nameOf(one, ours);
    if (!name) continue;
    for (const theirs of other.quantities) {
      const same = nameOf(other, theirs);
      if (!same || same.size !== name.size || [...name].some((term) => !same.has(term))) continue;
      if (ours.kind === 'date' || ours.isLabel || theirs.isLabel) continue;
      if (compareQuantities(ours, theirs) !== 'other') continue;
      const said: [string, string] = [figureIn(one, ours), figureIn(other, theirs)];
      return { kind: 'number', said, closeness: 0.5, isOpen: true };
    }
  }
  return null;
}

/** The words between an article and the verb right before a figure; null if they do not name a thing. */
function nameOf({ run, words }: Statement, { first }: Quantity): ReadonlySet<string> | null {
  let verb = first - 1;
  if (INTO.test(run.word(verb))) {
    verb--;
    // `should be lowered to`
    if (/(?:ed|en|t)$/.test(run.word(verb)) && isBe(run.word(verb - 1))) verb--;
  }
  const isOf = OF.test(run.word(verb));
  const isVerb = verb >= 0 && (isOf || isBe(run.word(verb)) || BECOMES.test(run.word(verb)));
  if (!isVerb || /^(?:was|were)$/.test(run.word(verb))) return null;
  if (MODAL.test(run.word(verb - 1))) verb--;
  const name = new Set<string>();
  let at = verb - 1;
  for (; at >= Math.max(0, verb - MOST) && run.isSameClause(at, verb); at--) {
    if (ENDS.test(run.word(at))) return name.size >= FEWEST ? name : null;
    const word = words.find((one) => one.at === at);
    if (!word) return null;
    name.add(word.term);
  }
  return null;
}
