import type { StatementDifference } from './compare-statements.js';
import { areParallel } from './parallel-titles.js';
import { compareQuantities, type Quantity } from './quantity.js';
import type { Statement } from './statement.js';

/** `£1,460, not £1,640`, `24 hours a week, not 20`, `on 19 May, not on 12 May`, `6 per cent instead of the 4 agreed`. */
const NOT_THIS =
  /^(?:\s+(?:an?|per|each|every|pro|je|in der|im)\s+\p{L}+)?,?\s*(?:(?:and|und)\s+)?(?:not|nicht|instead of|rather than|in place of|statt|anstatt|anstelle von)\s+(?:(?:on|at|in|by|from|for|to|am|um|im|ab|bis)\s+)?(?:the\s+|der\s+|den\s+|bisher\s+)?$/iu;
/** `not £1,640 but £1,460` */
const BUT = /^,?\s*(?:but|sondern)\s+(?:rather\s+)?$/iu;
/** Words besides the figure that both must share to be about one thing. */
const FEWEST_SHARED = 2;
const FEWEST_OF_PARALLEL = 3;

interface Replaced {
  old: Quantity;
  now: Quantity;
}

/**
 * A sentence that names the figure it replaces, and one of another document that still has the old figure, both about
 * one thing: `Correction: the repair cost £1,460, not £1,640` and `It was repaired at a cost of £1,640`.
 */
export function compareReplaced(
  one: Statement,
  other: Statement,
  figureIn: (statement: Statement, figure: Quantity) => string,
): StatementDifference | null {
  const forward = replacedBy(one, other);
  const [newer, older] = forward ? [one, other] : [other, one];
  const found = forward ?? replacedBy(other, one);
  if (!found) return null;
  const told = figureIn(newer, found.now);
  const kept = figureIn(older, found.old);
  const kind = found.now.kind === 'date' || found.now.kind === 'clock' ? 'date' : 'number';
  return { kind, said: forward ? [told, kept] : [kept, told], closeness: found.closeness, isOpen: false };
}

function replacedBy(newer: Statement, older: Statement): (Replaced & { closeness: number }) | null {
  const pairs = replacedIn(newer);
  if (pairs.length === 0) return null;
  const theirs = new Set(older.words.flatMap(({ term, isLight }) => (isLight ? [] : [term])));
  const shared = newer.words.filter(({ term, isLight }) => !isLight && theirs.has(term));
  const count = new Set(shared.map(({ term }) => term)).size;
  if (count < (areParallel(newer, older) ? FEWEST_OF_PARALLEL : FEWEST_SHARED)) return null;
  for (const { old, now } of pairs) {
    const same = older.quantities.find((figure) => compareQuantities(figure, old) === 'same');
    // A sentence that names both figures is already corrected.
    if (!same || older.quantities.some((figure) => compareQuantities(figure, now) === 'same')) continue;
    return { old: same, now, closeness: count / Math.max(count, theirs.size) };
  }
  return null;
}

/** `24 hours, not 20`: a bare figure in a replacement has the kind of the other one. */
function alike(one: Quantity, bare: Quantity): Quantity {
  const isBare = bare.kind === '' && bare.counted.length === 0 && bare.low === bare.high;
  if (!isBare || one.kind === 'date' || one.low !== one.high) return bare;
  const scale = one.low.written === 0 ? 1 : one.low.value / one.low.written;
  const amount = { ...one.low, value: bare.low.value * scale, written: bare.low.value };
  return { ...bare, kind: one.kind, counted: one.counted, low: amount, high: amount };
}

function replacedIn({ quantities, run, text }: Statement): Replaced[] {
  const start = ({ first }: Quantity) => run.tokens[first]?.start ?? 0;
  const end = ({ last }: Quantity) => run.tokens[last]?.end ?? 0;
  const inOrder = quantities.toSorted((one, other) => one.first - other.first);
  return inOrder.flatMap((one, place): Replaced[] => {
    const next = inOrder[place + 1];
    if (!next) return [];
    const between = text.slice(end(one), start(next));
    const other = alike(one, next);
    if (compareQuantities(one, other) !== 'other') return [];
    const before = text.slice(0, start(one));
    if (NOT_THIS.test(between)) return [{ now: one, old: other }];
    return BUT.test(between) && /\b(?:not|nicht)\s+$/iu.test(before) ? [{ now: other, old: one }] : [];
  });
}
