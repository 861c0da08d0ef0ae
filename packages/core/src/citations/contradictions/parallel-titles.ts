import { isDeterminer } from '../verify/verbs.js';
import type { Statement } from './statement.js';

const AMENDS =
  /^(?:amend|addend|supplement|annex|correct|revis|updat|erratum|nachtrag|anderung|berichtig|neufass|avenant|adenda)/;

/** Words of a title that name the kind of text, not its subject. */
const KINDS =
  /^(?:memo|memorandum|summar|note|minut|report|overview|draft|version|copi|copy|final|letter|mail|email|e|re|fwd|updat|board|handbook|guid|term|condition|contract|agreement|leas|manual|log|logbook|diary|diari|card|sheet|list|plan|rule|order|notice|poster|leaflet|flyer|brochur|website|page|calendar|checklist|certificat|permit|standard|programm|program|polic|procedur|instruct|regul|bylaw|statut|charter|newslett|news|bulletin|circular|invit|regist|schedul|timetabl|budget|account|statement|form|record|inspection|survey|audit|review|assess|correct|faq|welcom|protokoll|bericht|entwurf|brief|vertrag|ubersicht|zusammenfass|anleit|handbuch|merkblatt|aushang|ordnung|regel|plakat)/;

/**
 * `Contract with Brenner` and `Contract with Salis`: similar sentences are about different things. The same holds for a
 * lease and an agreement with another party. `Memo on the lease` and `Lease` are about one thing.
 */
export function areParallel(one: Statement, other: Statement): boolean {
  return parallelTitles(one, other) === 'yes';
}

/**
 * `perhaps` if the differing words may only name the kind of text: `Theatre fire plan` and `Theatre hire terms` are
 * about one theatre.
 */
export function parallelTitles(one: Statement, other: Statement): 'yes' | 'perhaps' | 'no' {
  if (areNumberedApart(one.name, other.name)) return 'yes';
  const ours = [...one.title].filter((term) => !other.title.has(term));
  const theirs = [...other.title].filter((term) => !one.title.has(term));
  // An amendment is about the document that it amends, whatever their titles.
  if ([ours, theirs].some((terms) => terms.some((term) => AMENDS.test(term)))) return 'no';
  const shared = [...one.title].filter((term) => other.title.has(term));
  const isAlike = shared.length > 0 || (one.isOfOwn && other.isOfOwn);
  const telling = (terms: readonly string[]) =>
    shared.some((term) => !KINDS.test(term)) ? terms.filter((term) => !KINDS.test(term)) : terms;
  if (!isAlike || telling(ours).length === 0 || telling(theirs).length === 0) return 'no';
  const names = new Set(ownNames(other));
  // Two contracts may have a party or a signatory in common.
  if (!(one.isDeed && other.isDeed) && ownNames(one).some((term) => names.has(term))) return 'no';
  const ofKind = (statement: Statement, terms: readonly string[]) =>
    telling(terms).every((term) => standsBeforeKind([...statement.title], term));
  const [first] = one.title;
  const isOfOne = first !== undefined && !KINDS.test(first) && [...other.title][0] === first;
  return isOfOne && !one.isOfOwn && !other.isOfOwn && ofKind(one, ours) && ofKind(other, theirs)
    ? 'perhaps'
    : 'yes';
}

/** The names in a statement. `the Tenant` is a role in each lease, and `LED` is no name. */
const ownNames = ({ words, run }: Statement) =>
  words.flatMap(({ isName, term, at }) =>
    isName && !isDeterminer(run.word(at - 1)) && !isShort(run.written(at)) ? [term] : [],
  );
const isShort = (written: string) => /^\p{Lu}{2,4}$/u.test(written);

/** Followed only by words for kinds of text, and by at least one: `hire terms`. */
function standsBeforeKind(title: readonly string[], term: string): boolean {
  const behind = title.slice(title.indexOf(term) + 1);
  return behind.some((each) => KINDS.test(each)) && KINDS.test(behind.at(-1) ?? '');
}

/** Things identified by a number. Versions, meetings and years are numbered too, but are about one thing. */
const NUMBERED =
  /\b(unit|flat|apartment|room|building|house|block|tower|hall|plot|lot|berth|bay|ward|tank|pump|gate|platform|track|line|boiler|engine|lift|bridge|site|contract|order|invoice|policy|wohnung|halle|gebäude|zimmer|gleis|vertrag|auftrag|rechnung)\s*(?:no\.?|nr\.?|number|nummer|#)?\s*(\d+[a-z]?)\b/giu;

/** `Lease of Unit 7` and `Lease of Unit 9`. */
function areNumberedApart(one: string, other: string): boolean {
  const numbersIn = (title: string) =>
    new Map(
      [...title.matchAll(NUMBERED)].map(([, thing = '', number = '']) => [
        thing.toLowerCase(),
        number.toLowerCase(),
      ]),
    );
  const theirs = numbersIn(other);
  return [...numbersIn(one)].some(([thing, number]) => (theirs.get(thing) ?? number) !== number);
}

/** Whether both titles name the same thing, apart from the kind of text. */
export function areOfOneThing(one: Statement, other: Statement): boolean {
  return [...one.title].some((term) => other.title.has(term) && !KINDS.test(term) && !AMENDS.test(term));
}

const NAME = /\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)+/gu;

/**
 * `Teal Bridge: inspection` and `Teal Bridge repair: minutes`: different papers on one thing with a name of several
 * words.
 */
export function haveOneName({ name: one }: Statement, { name: other }: Statement): boolean {
  const [ours, ...more] = one.match(NAME) ?? [];
  const [theirs, ...others] = other.match(NAME) ?? [];
  return ours !== undefined && ours === theirs && more.length + others.length === 0;
}
