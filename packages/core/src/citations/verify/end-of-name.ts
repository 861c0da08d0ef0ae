import type { TokenRun } from './token-run.js';

/**
 * The last word, in one direction, of the name that this word belongs to. The parts of a name do not count as its
 * context.
 */
export function endOfName(run: TokenRun, index: number, step: 1 | -1, known: Map<number, number>): number {
  if (run.tokens[index]?.kind !== 'name') return index;
  const passed: number[] = [];
  let at = index;
  for (let end = known.get(at); ; end = known.get(at)) {
    if (end !== undefined) at = end;
    else passed.push(at);
    if (end !== undefined || !isCapitalised(run, at + step) || !run.isSameClause(at, at + step)) break;
    at += step;
  }
  for (const one of passed) known.set(one, at);
  return at;
}

function isCapitalised(run: TokenRun, index: number): boolean {
  const token = run.tokens[index];
  if (!token) return false;
  return token.form ? token.form.isCapitalised : /^\p{Lu}/u.test(run.written(index));
}
