import type { StatementDifference } from './compare-statements.js';
import { areParallel } from './parallel-titles.js';
import { compareQuantities, type Quantity } from './quantity.js';
import type { Statement } from './statement.js';

/** `£1,460, not £1,640`, `24 hours a week, not 20`, `on 19 May, not on 12 May`, `6 per cent instead of the 4 agreed`. */
const NOT_THIS =
  /^(?:\s+[^,;:.]{1,60}?)?,?\s*(?:(?:and|und)\s+)?(?:not|nicht|instead of|rather than|in place of|statt|anstatt|anstelle von)\s+(?:(?:on|at|in|by|from|for|to|am|um|im|ab|bis)\s+)?(?:the\s+|der\s+|den\s+|bisher\s+)?$/iu;
/** `not £1,640 but £1,460` */
const BUT = /^,?\s*(?:but|sondern)\s+(?:rather\s+)?$/iu;
/** `a 60-litre mixer replaces the 40-litre mixer` */
const REPLACES =
  /^\s+(?<thing>\p{L}[\p{L}\s-]{1,40}?)\s+(?:now\s+)?(?:replaces?|ersetzt|ersetzen)\s+(?:the|our|its|den|die|das)\s+$/iu;
/** Words besides the figure that both must share to be about one thing. */
const FEWEST_SHARED = 2;
const FEWEST_OF_PARALLEL = 3;

interface Replaced {
  old: Quantity;
  now: Quantity;
  /** Named right after both: then it is enough that the other statement names it after the old figure. */
  thing?: string;
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
  return {
    kind,
    said: forward ? [told, kept] : [kept, told],
    closeness: found.closeness,
    isOpen: found.isOpen,
  };
}

function replacedBy(
  newer: Statement,
  older: Statement,
): (Replaced & Pick<StatementDifference, 'closeness' | 'isOpen'>) | null {
  const pairs = replacedIn(newer);
  if (pairs.length === 0) return null;
  const theirs = new Set(older.words.flatMap(({ term, isLight }) => (isLight ? [] : [term])));
  const shared = newer.words.filter(({ term, isLight }) => !isLight && theirs.has(term));
  const count = new Set(shared.map(({ term }) => term)).size;
  const isEnough = count >= (areParallel(newer, older) ? FEWEST_OF_PARALLEL : FEWEST_SHARED);
  for (const { old, now, thing } of pairs) {
    if (!isEnough && (thing === undefined || areParallel(newer, older))) continue;
    const same = older.quantities.find((figure) => compareQuantities(figure, old) === 'same');
    // A sentence that names both figures is already corrected.
    if (!same || older.quantities.some((figure) => compareQuantities(figure, now) === 'same')) continue;
    const behind = older.text.slice(older.run.tokens[same.last]?.end ?? 0).trimStart();
    if (thing !== undefined && !behind.startsWith(thing)) continue;
    // If the thing is all that they share, only titles of one series say that it is the same one.
    const isOpen = !isEnough && ![...newer.title].some((term) => older.title.has(term));
    return { old: same, now, closeness: count / Math.max(count, theirs.size), isOpen };
  }
  const [{ old, now }] = pairs as [Replaced, ...Replaced[]];
  const own = new Set(newer.words.map(({ term }) => term));
  if (!isEnough || [...theirs].some((term) => !own.has(term))) return null;
  // A third figure for the same thing is as wrong as the one that is replaced.
  const third = older.quantities.find((figure) => isOfOneKind(figure, now) && isOfOneKind(figure, old));
  const isOnly = third && older.quantities.every((figure) => figure === third || figure.kind !== third.kind);
  return isOnly ? { old: third, now, closeness: 1, isOpen: false } : null;
}

const isOfOneKind = (one: Quantity, other: Quantity) =>
  compareQuantities(one, other) === 'other' &&
  (one.kind !== '' || one.counted.some((term) => other.counted.includes(term)));

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
    const thing = REPLACES.exec(between)?.groups?.['thing'];
    if (thing !== undefined && text.slice(end(next)).trimStart().startsWith(thing))
      return [{ now: one, old: other, thing }];
    if (NOT_THIS.test(between)) return [{ now: one, old: other }];
    return BUT.test(between) && /\b(?:not|nicht)\s+$/iu.test(before) ? [{ now: other, old: one }] : [];
  });
}
