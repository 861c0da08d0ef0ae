import { liftsNegation } from '../verify/negators.js';
import type { Statement } from './statement.js';

const NEGATING = new Set('unless außer ausser salvo'.split(' '));
/** The last part of a sentence, with its own subject. */
const OF_OTHERS = /[,;]\s+(?:and|but|und|aber)\s+[^,;]+$/iu;

/** Number of negations of what both statements are about: `…, and drums not at all` denies something else. */
export function negationsIn(statement: Statement, shared: readonly number[]): number {
  const { run, text } = statement;
  let count = 0;
  const other = OF_OTHERS.exec(text);
  const isOfOthers = (at: number) => other !== null && (run.tokens[at]?.start ?? 0) >= other.index;
  const end = shared.some(isOfOthers) ? run.tokens.length : run.tokens.findIndex((_, at) => isOfOthers(at));
  for (let at = 0; at < (end === -1 ? run.tokens.length : end); at++) {
    const isNumbering = run.word(at) === 'no' && run.tokens[at + 1]?.kind === 'number';
    const isLimit = run.word(at + 1) === 'more' && run.word(at + 2) === 'than';
    if (NEGATING.has(run.word(at))) count++;
    else if (isTakenBack(statement, at)) continue;
    else if (run.isNegator(at) && !liftsNegation(run.word(at + 1)) && !isNumbering && !isLimit) count++;
  }
  return count;
}

/** Words that may stand between `not` and a figure: `not on the 24th`. */
const BEFORE_FIGURE = /^(?:on|at|in|by|from|to|for|the|am|um|im|den|der)$/;
const MOST_BEFORE_FIGURE = 2;

/** `on 22 June, not on 24 June`: it gives one figure and takes back another. */
function isTakenBack({ run, text }: Statement, at: number): boolean {
  if (!/,\s*$/u.test(text.slice(0, run.tokens[at]?.start ?? 0))) return false;
  let next = at + 1;
  while (next <= at + MOST_BEFORE_FIGURE && BEFORE_FIGURE.test(run.word(next))) next++;
  const isFigure = run.tokens[next]?.amount !== undefined;
  return isFigure && run.tokens.slice(0, at).some(({ amount }) => amount !== undefined);
}
