import type { Disagreement } from './disagreement.js';
import { isAboutTheRest, isLinked, isSpecific } from './goes-on-about.js';
import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import { onceOf } from './once-of.js';
import type { Region } from './region.js';
import { beginningOf, firstNoun, isHeader, isOnlyNamed, isRow } from './region-sentences.js';
import { isAdverb, isAuxiliary, isPreposition, isPronoun, isVerbAt } from './verbs.js';

/** Names and amounts identify the subject of a sentence better than other words. */
const SPECIFIC = 1.5;
/** Up to this many terms, every word of a statement counts. */
const SHORT = 5;
const LABELLED =
  /^(?:ward|room|floor|unit|building|block|hall|zone|phase|stage|step|level|grade|class|group|team|line|platform|gate|site|sample|chapter|section|article|clause|appendix|annex|version|week|quarter|station|zimmer|gebaude|halle|phase|gruppe|klasse|linie|abschnitt|artikel|kapitel|anhang|woche|quartal)s?$/;
/** Smaller counts are often the writer's own. */
const SMALL_COUNT = 12;

/**
 * Finds a statement whose words no sentence has together: `the tenant is responsible for the roof`, if the landlord is,
 * and the tenant for the windows. The words may be in two sentences if one continues about the other: by a pronoun, as
 * the line above it, or by another noun for the same thing. Table rows and JSON records never do.
 */
export function findSplitStatement(region: Region): Disagreement | null {
  const { parts } = region;
  const count = (parts.at(-1) ?? 0) + 1;
  const subject = subjectOf(region.terms);
  const ofParts = termsOfParts(region.terms);
  for (let part = 0; part < count; part++) {
    const { own, head, withSubject } = ofParts[part] ?? NO_TERMS;
    // Further parts of a claim are about its subject too, unless they have their own.
    const isOnItsOwn = part > 0 && hasOwnSubject(region, own);
    const found = isOnItsOwn ? split(region, own, head) : split(region, withSubject, subject);
    // One part of a claim can be wrong and another right.
    if (found)
      return {
        ...found,
        at: Math.max(
          0,
          region.termOf.findIndex((id, at) => own.has(id) && parts[at] === part),
        ),
        isCertain: found.isCertain && count === 1,
      };
  }
  return null;
}

interface PartTerms {
  own: ReadonlySet<number>;
  /** The first of them alone. */
  head: ReadonlySet<number>;
  /** With those of the claim's subject before them; in the first part, just its own. */
  withSubject: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
const NO_TERMS: PartTerms = { own: NONE, head: NONE, withSubject: NONE };
const NOWHERE: readonly number[] = [];

function firstOf(ids: ReadonlySet<number>): ReadonlySet<number> {
  for (const id of ids) return new Set([id]);
  return NONE;
}

/** The terms of each part of a claim. */
const termsOfParts = onceOf((terms: ClaimTerms): readonly PartTerms[] => {
  const { run, parts } = runOfClaim(terms);
  const found = Array.from({ length: (parts.at(-1) ?? 0) + 1 }, () => new Set<number>());
  for (let index = 0; index < run.tokens.length; index++) {
    const id = terms.termOf[index] ?? -1;
    if (id >= 0 && run.isContent(index)) found[parts[index] ?? -1]?.add(id);
  }
  const subject = subjectOf(terms);
  return found.map((own, part) => ({
    own,
    head: firstOf(own),
    withSubject: part === 0 ? own : new Set([...subject, ...own]),
  }));
});

/** `…, and breakfast costs extra`: a sentence of the passage begins with it. */
function hasOwnSubject(region: Region, own: ReadonlySet<number>): boolean {
  const [head] = own;
  return (
    head !== undefined &&
    (region.places[head] ?? []).some((place) => firstNoun(region, region.statementAt(place)) === place)
  );
}

/** Terms before the first verb of the claim. */
const subjectOf = onceOf((terms: ClaimTerms): ReadonlySet<number> => {
  const { run } = runOfClaim(terms);
  const found = new Set<number>();
  for (let index = 0; index < run.tokens.length; index++) {
    if (isVerbAt(run, index) || isAuxiliary(run.word(index))) return found;
    const id = terms.termOf[index] ?? -1;
    if (id >= 0 && run.isContent(index)) found.add(id);
  }
  // If its verb was taken for a noun, its first word is the subject.
  return firstOf(found);
});

/** The usual case: one sentence has everything that the passage has of it. */
function hasAllInOne(region: Region, ids: ReadonlySet<number>, subject: ReadonlySet<number>): boolean {
  // Only statements with the rarest of the words can have all of them, and most words are there once.
  let rarest: readonly number[] | null = null;
  for (const id of ids) {
    if (!isNeeded(region, id, subject)) continue;
    const there = region.places[id] ?? NOWHERE;
    if (rarest === null || there.length < rarest.length) rarest = there;
  }
  if (rarest === null) return true;
  let last = -1;
  for (const place of rarest) {
    const statement = region.statementAt(place);
    if (statement === last || isHeader(region, place)) continue;
    last = statement;
    if (hasAll(region, statement, ids, subject)) return true;
  }
  return false;
}

function hasAll(
  region: Region,
  statement: number,
  ids: ReadonlySet<number>,
  subject: ReadonlySet<number>,
): boolean {
  for (const id of ids) if (isNeeded(region, id, subject) && !isIn(region, id, statement)) return false;
  return true;
}

function isIn(region: Region, id: number, statement: number): boolean {
  for (const place of region.places[id] ?? NOWHERE)
    if (region.statementAt(place) === statement && !isHeader(region, place)) return true;
  return false;
}

/** The passage has it, or it is part of the subject and elsewhere in the source. */
const isNeeded = (region: Region, id: number, subject: ReadonlySet<number>) =>
  (region.places[id]?.length ?? 0) > 0 ||
  (subject.has(id) && region.isElsewhere(id) && isSpecific(region, id));

function split(region: Region, ids: ReadonlySet<number>, subject: ReadonlySet<number>): Disagreement | null {
  const { claim, places } = region;
  if (hasAllInOne(region, ids, subject)) return null;
  const sentences = new Map<number, Set<number>>();
  for (const id of ids)
    for (const place of places[id] ?? []) {
      // A header applies to every row.
      if (isHeader(region, place)) continue;
      const sentence = region.statementAt(place);
      const known = sentences.get(sentence) ?? new Set();
      sentences.set(sentence, known.add(id));
    }
  const found = Array.from(ids).filter((id) => isNeeded(region, id, subject));
  const weights = new Map<number, number>();
  for (const id of ids) weights.set(id, isSpecific(region, id) ? SPECIFIC : 1);
  const weigh = (terms: Iterable<number>) => {
    let sum = 0;
    for (const id of terms) sum += weights.get(id) ?? 0;
    return sum;
  };
  const candidates = Array.from(sentences, ([sentence, has]) => ({ sentence, has, weight: weigh(has) })).sort(
    (left, right) => right.weight - left.weight,
  );
  const saying = candidates.filter(
    ({ sentence }) => isRow(region, sentence) || !isOnlyNamed(region, sentence),
  );
  // A list consists only of lines that name things.
  const ordered = saying.length > 0 ? saying : candidates;
  const [best] = ordered;
  if (!best) return null;
  let first: Disagreement | null = null;
  // Several sentences may cover equally much; one that is complete together with what it continues about is enough.
  for (const { sentence, has, weight } of ordered) {
    if (weight < best.weight) break;
    const missing = found.filter(
      (id) =>
        !has.has(id) &&
        saysWhat(
          region,
          id,
          ids.size <= SHORT || subject.has(id) || isAboutTheRest(region, sentence),
          isRow(region, sentence),
        ),
    );
    const apart = missing.find((id) => !isLinked(region, { sentence, id, ids, subject }));
    if (apart === undefined) return null;
    const at = region.termOf.indexOf(apart);
    first ??= {
      kind: 'apart',
      at,
      claimed: claim.written(at),
      found: beginningOf(region, sentence),
      // The sentences with the rest may still be about the same thing.
      isCertain: false,
    };
  }
  return first;
}

/**
 * Verbs and adverbs can be paraphrased, and so can words of a long statement. Names, amounts and the subject of a
 * statement cannot.
 */
function saysWhat({ claim, termOf }: Region, id: number, isAsked: boolean, isCell: boolean): boolean {
  // In a row every word is a value.
  if (isCell) return true;
  const at = termOf.indexOf(id);
  const { amount, kind } = claim.tokens[at] ?? {};
  if (amount) return amount.kind !== '' || amount.written > SMALL_COUNT || isLabel(claim, at);
  if (kind === 'name') return true;
  const word = claim.word(at);
  return isAsked && !isVerbAt(claim, at) && !isAdverb(word) && !isPreposition(word) && !isPronoun(word);
}

/** `wards 5, 7 and 9`: the number says which. */
function isLabel(claim: Region['claim'], at: number): boolean {
  let before = at - 1;
  while (claim.tokens[before]?.amount || /^(?:and|or|to|und|oder|bis)$/.test(claim.word(before))) before--;
  return LABELLED.test(claim.word(before));
}
