import { daysIn } from './days-in-text.js';

const NEXT = /(?<!\p{L})(?:next|upcoming|nächste[rnsm]?)(?!\p{L})/iu;

interface Dated {
  text: string;
  date: string | null;
  isRow: boolean;
  terms: ReadonlySet<string>;
  /** Terms of title and path. */
  names: ReadonlySet<string>;
}

/**
 * For a question about the next meeting or delivery: the sentences that name an earlier day for it than another one of
 * the same kind of document. What was next in September has passed once the minutes of October name another day.
 */
export function outdatedNext<One extends Dated>(
  question: string,
  candidates: readonly One[],
  asked: readonly string[],
): ReadonlySet<One> {
  const next = NEXT.exec(question)?.[0].toLowerCase();
  if (next === undefined) return new Set();
  const things = asked.filter((term) => !next.startsWith(term));
  const named = candidates.flatMap((one) => {
    const [day, ...others] = one.isRow ? [] : daysIn(one.text);
    const isOfIt = NEXT.test(one.text) && things.some((term) => one.terms.has(term));
    if (!day || others.length > 0 || !isOfIt) return [];
    const year = day.year ?? Number(one.date?.slice(0, 4) ?? 0);
    return [{ one, when: year * 10_000 + day.month * 100 + day.day }];
  });
  return new Set(
    named.flatMap(({ one, when }) =>
      named.some((later) => later.when > when && isOfSameKind(one, later.one, asked)) ? [one] : [],
    ),
  );
}

/** Says as much of what is asked, in a document called by the same words except for its day. */
function isOfSameKind(one: Dated, later: Dated, asked: readonly string[]): boolean {
  if (asked.some((term) => one.terms.has(term) && !later.terms.has(term))) return false;
  const words = [...one.names].filter((name) => /^\p{L}+$/u.test(name));
  const shared = words.filter((name) => later.names.has(name)).length;
  return shared * 2 >= words.length;
}
