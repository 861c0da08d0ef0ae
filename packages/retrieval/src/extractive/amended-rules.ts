import type { HeldSentence, Told } from './with-disputes.js';

/** `In rule 3, "three times" is replaced by "twice"`, `Clause 7 now reads: …`. */
const PLACE =
  /\b(?:rules?|sections?|clauses?|articles?|paragraphs?|points?|items?|ziffer|punkt|artikel|absatz|nummer)\s+(?<place>\d+(?:\.\d+)*)|§\s*(?<sign>\d+(?:\.\d+)*)/iu;
const AMENDS =
  /\b(?:(?:is|are|shall be|was|were)\s+(?:hereby\s+)?(?:replaced|amended|changed|deleted|extended|raised|lowered|substituted)|now\s+reads?|(?:shall|will)\s+(?:now\s+)?read|reads?\s+as\s+follows|wird\s+(?:ersetzt|geändert|gestrichen)|lautet\s+(?:nun|künftig|neu))\b/iu;
const AMENDMENT =
  /\b(?:amend\p{L}*|addend\p{L}*|supplement\p{L}*|variation|änderung\p{L}*|nachtrag\p{L}*|amendement|avenant)\b/iu;
const NUMBERED = /^\P{L}*(\d+(?:\.\d+)*)[.):\s]/u;
const FEWEST_LETTERS = 4;

type Placed = HeldSentence & { rank: number };

/**
 * Puts what an amendment says about a rule before the sentence of the rule it changes. Matches them by the rule's
 * number and by the words that both titles share.
 */
export function withAmendments<Held extends Placed>(
  told: readonly Told<Held>[],
  all: readonly Held[],
): Told<Held>[] {
  const amending = all.filter(
    ({ text, title, path }) => AMENDMENT.test(`${title} ${path}`) && AMENDS.test(text) && PLACE.test(text),
  );
  if (amending.length === 0) return [...told];
  const shown = new Set(told.map(({ sentence }) => sentence));
  const first = new Set<Held>();
  const pairs = told.map((one) => {
    const found = one.dispute ? undefined : amending.find((other) => amends(other, one.sentence));
    if (found) first.add(found);
    return { one, found };
  });
  return pairs.flatMap(({ one, found }): Told<Held>[] => {
    if (!found) return first.has(one.sentence) && shown.has(one.sentence) ? [] : [one];
    const dispute = { isOpen: false, isDated: false, isSettled: true };
    const old = { ...one.sentence, isReplaced: true };
    return [
      { sentence: found, dispute, date: found.date },
      { sentence: old, dispute, date: one.sentence.date },
    ];
  });
}

function amends(amending: HeldSentence, rule: HeldSentence): boolean {
  if (amending.number === rule.number || AMENDMENT.test(rule.title)) return false;
  const groups = PLACE.exec(amending.text)?.groups ?? {};
  const place = groups['place'] ?? groups['sign'];
  const own = NUMBERED.exec(rule.heading)?.[1] ?? NUMBERED.exec(rule.text)?.[1];
  if (place === undefined || own !== place || !shareTitle(amending, rule)) return false;
  // If the rule has several sentences, only the one whose words are replaced.
  const [quoted] = /["“„]([^"”“]{2,80})["”“]/u.exec(amending.text)?.slice(1) ?? [];
  const isReplacing = /\breplaced\s+by\b|\bersetzt\b/iu.test(amending.text);
  return !isReplacing || quoted === undefined || rule.text.includes(quoted);
}

const shareTitle = (one: HeldSentence, other: HeldSentence) => {
  const words = ({ title }: HeldSentence) => title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const theirs = new Set(words(other).filter((word) => word.length >= FEWEST_LETTERS));
  return words(one).some((word) => theirs.has(word) && !AMENDMENT.test(word));
};
