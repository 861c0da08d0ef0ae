import type { Candidate } from './collect-candidates.js';
import { dateOf, isNamed, type Told } from './with-disputes.js';

/** How many words of the question must match before a later sentence may be about the same. */
const FEWEST_SHARED = 2;
const SHARED = 0.5;

/**
 * `The newest first` holds only if nothing shown is later. A later sentence about the same joins those that disagree:
 * only a reader can tell whether it overrides them. The lines below get their documents' dates, and unless all of them
 * are dated and older, the answer does not say that it is in order.
 */
export function inOneOrder(told: readonly Told<Candidate>[], asked: readonly string[]): Told<Candidate>[] {
  const [group] = told.filter(
    ({ dispute }) => dispute && !dispute.isSettled && !dispute.isChange && !dispute.isLater,
  );
  const dispute = group?.dispute;
  if (!dispute) return [...told];
  const sides = told.filter((one) => one.dispute === dispute);
  const newest = latest(sides.map(({ date }) => date));
  const isLater = ({ sentence, dispute: own }: Told<Candidate>) => {
    const date = dateOf(sentence);
    return !own && date !== null && newest !== null && compareDays(date, newest) > 0;
  };
  const later = told.filter((one) => isLater(one) && sides.some((side) => areOfIt(one, side, asked)));
  const all = [...sides, ...later.map((one) => ({ ...one, date: dateOf(one.sentence) }))];
  const at = told.findIndex((one) => one.dispute === dispute);
  const rest = told.flatMap((one, place) => {
    if (sides.includes(one) || later.includes(one)) return [];
    const isBefore = place < at;
    if (one.dispute) return [{ told: one, isBefore }];
    return [{ told: { ...one, date: dateOf(one.sentence), isBeside: true }, isBefore }];
  });
  const beside = rest.flatMap(({ told: one }) => (one.dispute ? [] : [one.date]));
  const order = dispute.isDated ? all.toSorted((one, other) => compareDays(other.date, one.date)) : all;
  const oldest = order.at(-1)?.date ?? null;
  const isInOrder = beside.every((date) => date !== null && compareDays(date, oldest) <= 0);
  const joined = {
    ...dispute,
    isDated: dispute.isDated && isInOrder,
    isOpen: dispute.isOpen || later.length > 0,
  };
  return [
    ...rest.flatMap((one) => (one.isBefore ? [one.told] : [])),
    ...order.map((one) => ({ ...one, dispute: joined })),
    ...rest.flatMap((one) => (one.isBefore ? [] : [one.told])),
  ];
}

function areOfIt(one: Told<Candidate>, side: Told<Candidate>, asked: readonly string[]): boolean {
  const [ours, theirs] = [one, side].map(({ sentence }) =>
    asked.filter((term) => sentence.terms.has(term) || sentence.context.has(term)),
  );
  if (one.sentence.isRow || one.sentence.number === side.sentence.number) return false;
  if (isNamed(one.sentence, side.sentence, asked) || isNamed(side.sentence, one.sentence, asked))
    return false;
  const shared = (ours ?? []).filter((term) => theirs?.includes(term)).length;
  return shared >= FEWEST_SHARED && shared >= SHARED * (theirs?.length ?? 0);
}

const latest = (dates: readonly (string | null)[]) =>
  dates.reduce((one, other) => (compareDays(one, other) >= 0 ? one : other), null);

/** A month or a year is no later than a day in it. */
function compareDays(one: string | null, other: string | null): number {
  const [left, right] = [one ?? '', other ?? ''];
  return left.startsWith(right) && right !== ''
    ? 0
    : right.startsWith(left) && left !== ''
      ? 0
      : left.localeCompare(right);
}
