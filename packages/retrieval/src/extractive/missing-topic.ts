import { isInOtherWords } from './asked-otherwise.js';
import { readTokens, termsLike } from '@ibid/core/internal';
import { plainWords } from './about-names.js';
import type { Candidate } from './collect-candidates.js';
import { type AskedThing, askedThings } from './asked-things.js';
import { nearestTerm } from './nearest-term.js';
import { ownLanguage } from './own-words.js';

/** What something belongs to: "the annual fee of the liability insurance", "die Gebühr der Haftpflichtversicherung". */
const OF_THE =
  /\b(?:(?:of|for|in|under|on) (?:the|our|my|your|this|that)|(?<=\p{L}\s)(?:der|des|unserer|unseres|für (?:die|das|den|unsere)|laut (?:der|dem)))\s+((?:[\p{L}-]+\s+){0,2}[\p{L}-]{4,})\s*[?.!]*\s*$/iu;
/** Words about the place or the documents themselves. A question may contain them, and documents need not. */
const ABOUT_NOTHING =
  /(?:document|file|text|paper|folder|company|compan(?:y|ies)|firm|team|year|month|week|day|time|case|world|same|dokumente?n?|unterlagen|datei(?:en)?|firma|unternehmens?|jahre?s?|monats?)$/iu;
const isGerman = (question: string) => ownLanguage([question]) === 'de';
const LEAST_ALIKE = 5;
const MOST_NAMED = 3;

/**
 * What a question asks about, if no document found has a word for it: the fees of other things are close to the
 * question but do not answer it. Null if it is mentioned, or if the question has another form.
 */
export function missingTopic(question: string, candidates: readonly Candidate[]): string | null {
  const found = OF_THE.exec(question.trim())?.[1]?.trim();
  // `der Stadt geschrieben`: in German, only a noun ends what something belongs to.
  const topic = found && isGerman(question) ? found.replace(/(?:^|\s+)\p{Ll}.*$/u, '') : found;
  if (topic === undefined || topic === '' || ABOUT_NOTHING.test(topic)) return null;
  const head = plainWords(topic).at(-1) ?? '';
  return isMentioned(head, wordsOf(candidates)) ? null : topic;
}

/**
 * Things a question is about that no document found mentions: a drug whose name is nowhere has no dose, however close
 * the doses of others are.
 */
export function unmentionedThings(question: string, candidates: readonly Candidate[]): string[] {
  const things = [...askedThings(question), ...germanSubject(question)];
  if (things.length === 0) return [];
  const found = wordsOf(candidates);
  const missing = things.filter(({ word, isCounted }) => {
    const parts = plainWords(word).filter((part) => part.length >= LEAST_ALIKE);
    return parts.length > 0 && parts.every((part) => !isMentioned(part, found, isCounted));
  });
  return [...new Set(missing.map(({ word }) => word))].slice(0, MOST_NAMED);
}

/** "Wann ist die Premiere …", "Wo beginnt der Umzug …": what the question is about follows the verb. */
const GERMAN_SUBJECT =
  /^\P{L}*(?:wann|wo|wer|wie\s+\p{L}+|was)\s+(?:ist|sind|war|waren|findet|beginnt|endet|startet|kostet|dauert)\s+(?:der|die|das|unsere?|eine?)\s+(?<thing>\p{Lu}\p{Ll}{5,})(?!\s*-)/iu;
/** Common nouns that documents often express differently. */
const GERMAN_ORDINARY =
  /^(?:preis|kosten|gebühr|betrag|termin|datum|frist|beginn|anfang|ende|grund|ursache|ergebnis|chef|leiter|inhaber|größe|länge|breite|höhe|dauer|anzahl|adresse|nummer|zuständige?|verantwortliche?|nächste|letzte)/iu;

function germanSubject(question: string): AskedThing[] {
  const thing = GERMAN_SUBJECT.exec(question)?.groups?.['thing'];
  if (thing === undefined || !/^\p{Lu}/u.test(thing) || GERMAN_ORDINARY.test(thing)) return [];
  return [{ word: thing, isCounted: false }];
}

const ASKS_FOR_DEED =
  /^\P{L}*(?:who|how many|when (?:was|were)|(?:in )?(?:which|what) year (?:was|were))\s.*?\b(?<deed>built|invented|designed|painted|born|died|married)\b/iu;
/** Other actions, if the form of the question shows the verb: "who repaired …", "when was … last tested?" */
const ASKS_FOR_ANY_DEED =
  /^\P{L}*(?:[Ww]ho\s+(?:first\s+|last\s+|originally\s+)?(?<did>\p{Ll}{3,}ed|\p{Ll}{3,}[^s\W]s)\s|(?:[Ww]hen|[Ww]here|(?:[Ii]n )?(?:[Ww]hich|[Ww]hat) year|[Bb]y whom)\s+(?:was|were)\s.*\s(?<done>\p{Ll}{3,}ed)\s*\?*\s*$)/u;
/** Actions that documents express in many ways or only imply: `Dated 3 May`, `Present: …`. */
const SAID_IN_MANY_WAYS =
  /^(?:published|issued|dated|signed|released|posted|created|updated|prepared|attended|called|named|located|based|used|needed|involved|required|allowed|received|raised|agreed|decided|completed|finished|started|opened|founded|established|delivered|approved|authorised|authorized|added|changed|owned|caused|noticed|mentioned|reported|recommended|suggested|complained|asked|replied|wanted|received|informed|noted)$/u;
/** Duties, in the present tense, which documents express by a role or a list. */
const A_DUTY =
  /^(?:leads|runs|manages|heads|chairs|owns|checks|looks|handles|does|makes|takes|gives|gets|pays|keeps|writes|decides|orders|signs|approves|authorises|authorizes|releases|issues|receives|represents|supplies|delivers|sells|belongs|works|lives|needs|wants|uses|knows|helps|plays|acts|serves|stands|holds|has|was|organises|organizes|coordinates|oversees|supervises|supports|prepares|answers|deals|cares|provides|offers|sets|sees|says|means|becomes|comes|goes|brings|buys|finances|funds|covers|bears|owes|speaks|chooses|appoints|elects|votes|attends|reports|replaces|maintains|operates|reads|plans|arranges|teaches|drives|sits)$/u;
/** Words for an action. `loose` ones count only in a sentence that names the thing itself, with a number or a name. */
const DEEDS: Readonly<Record<string, { words: RegExp; loose?: RegExp }>> = {
  built: {
    words: /^(?:buil[dt]s?|builders?|erect\p{L}*|construct\p{L}*)$/u,
    loose: /^(?:completed|opened|finished|made|dates?|dating)$/u,
  },
  invented: { words: /^(?:invent\p{L}*|devis\p{L}*|discover\p{L}*)$/u, loose: /^(?:made|first)$/u },
  designed: { words: /^(?:design\p{L}*|architects?)$/u, loose: /^(?:plan\p{L}*|dr[ae]wn?)$/u },
  painted: { words: /^(?:paint\p{L}*|artists?)$/u, loose: /^(?:work|by)$/u },
  born: { words: /^(?:born|birth\p{L}*|b|dob)$/u },
  died: { words: /^(?:die[ds]?|deaths?|dead|killed|drowned)$/u },
  married: { words: /^(?:marr\p{L}*|wed\p{L}*|wife|husband|spouse)$/u },
};

/** The action a question asks about, if nothing about the thing it names has a word for it; otherwise null. */
export function unmentionedDeed(question: string, candidates: readonly Candidate[]): string | null {
  const deed = ASKS_FOR_DEED.exec(question)?.groups?.['deed']?.toLowerCase();
  const said = deed === undefined ? undefined : DEEDS[deed];
  if (deed === undefined || !said) return unmentionedVerb(question, candidates);
  const asksWho = /^\P{L}*who\b/iu.test(question);
  const isSaid = candidates.some(({ about, words, text, columns = '' }) => {
    if (about === 'nothing') return false;
    if (plainWords(columns).some((word) => said.words.test(word))) return true;
    const isToldOfIt = about === 'itself' && ((!asksWho && /\d/u.test(text)) || /\p{L}\s+\p{Lu}/u.test(text));
    if ([...words].some((word) => said.words.test(word))) return true;
    return isToldOfIt && plainWords(text).some((word) => said.loose?.test(word) === true);
  });
  return isSaid ? null : deed;
}

/** The verb of a question about an action, if no sentence about the same thing has a word for it. */
function unmentionedVerb(question: string, candidates: readonly Candidate[]): string | null {
  const { did, done } = ASKS_FOR_ANY_DEED.exec(question)?.groups ?? {};
  const verb = did ?? done;
  if (verb === undefined || SAID_IN_MANY_WAYS.test(verb) || A_DUTY.test(verb)) return null;
  const things = plainWords(question.replace(verb, ' ')).filter((word) => word.length >= LEAST_ALIKE);
  const isAboutIt = ({ about, words, placeWords }: Candidate) =>
    about !== 'nothing' && things.some((thing) => words.has(thing) || placeWords.has(thing));
  const near = candidates.filter((one) => things.length === 0 || isAboutIt(one));
  const found = wordsOf(
    near.map((one) => ({ ...one, words: new Set([...one.words, ...plainWords(one.columns ?? '')]) })),
  );
  return isMentioned(verb, found) ? null : verb;
}

interface FoundWords {
  words: ReadonlySet<string>;
  terms: ReadonlySet<string>;
}

function wordsOf(candidates: readonly Candidate[]): FoundWords {
  const words = new Set(candidates.flatMap((candidate) => [...candidate.words, ...candidate.placeWords]));
  return { words, terms: new Set(readTokens([...words].join(' ')).map(({ term }) => term)) };
}

function isMentioned(word: string, { words, terms }: FoundWords, isStrict = false): boolean {
  const own = readTokens(word).flatMap(({ term }) => [term, ...termsLike(term)]);
  if (words.has(word) || own.some((term) => terms.has(term)) || isInOtherWords(word, words)) return true;
  if (nearestTerm(word, words) !== null) return true;
  return !isStrict && [...words].some((other) => areAlike(word, other));
}

/** `insurance` and `insured`, `Versicherung` and `Haftpflichtversicherung`. */
function areAlike(one: string, other: string): boolean {
  if (one.length < LEAST_ALIKE || other.length < LEAST_ALIKE) return one === other;
  const root = (word: string) => word.slice(0, Math.max(LEAST_ALIKE, word.length - 4));
  return (
    other.startsWith(root(one)) || one.startsWith(root(other)) || one.includes(other) || other.includes(one)
  );
}
