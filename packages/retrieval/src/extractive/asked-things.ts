import { plainWords } from './about-names.js';

/** Words that come before a thing that is asked about. */
const BEFORE_THING = new Set(
  `the a an our my your his her their this that these those any some each every no of for with without on in under at by
  about against from to into per which what many much there regarding concerning`.split(/\s+/u),
);
const AUXILIARY = new Set(
  'do does did can could may might must should shall will would has have had'.split(' '),
);
/** Words that end a thing: function words, and common verbs and adverbs. */
const ENDS_THING = new Set(
  `how who whom whose when where why is are was were be been being am and or but if than as so then not nor it its they
  them we you i he she me us him one ones other others another such same more most less least few fewer several all both
  after before during since until while because through between within above below over up down out off back away again
  please tell explain describe show list name give gives given get gets got take takes taken make makes made use uses used
  pay pays paid need needs needed want wants go goes come comes see seen find found keep keeps kept hold holds held bring
  brings brought send sends sent say says said mean means meant know known last lasts start starts end ends begin begins
  open opens close closes work works run runs cost costs receive receives apply applies happen happens include includes
  contain contains become becomes became belong belongs belonged allow allows allowed require requires required exactly currently today now
  usually normally still already ever never often once only also just even`.split(/\s+/u),
);
/** Common words that documents often express differently: a missing one means little. */
const ORDINARY = new Set(
  `amount price prices cost costs charge charges total number numbers figure figures percentage share level limit size
  length height width depth weight duration period deadline today yesterday tomorrow morning evening night minute minutes
  hours thing things kind kinds type types reason reasons cause causes purpose rule rules policy requirement requirements
  condition conditions process procedure steps method problem problems issue issues question questions answer answers
  information detail details facts person people woman women children adult adults employee employees worker workers staff
  member members leader manager managers boss owner customer customers client clients guest guests visitor visitors author
  authors company companies firm organisation organization business office place places location building example examples
  change changes difference differences result results outcome effect effects impact consequence consequences injury
  injuries accident event events mistake mistakes error errors device devices equipment tool tools computer computers
  system systems document documents source sources files paper papers text texts sheet sheets contract contracts agreement
  agreements supplier suppliers vendor provider holiday holidays vacation money medicine medicines medication illness
  actions action items kilos metres meters litres miles rights duties responsibility responsible tasks duty position opening closing beginning start
  target targets decision decisions meeting meetings usage access permission support advice option options choice topic
  topics subject content contents whole entire first second third latest newest current present maximum minimum highest
  lowest largest smallest longest annual yearly monthly weekly daily whether large small great short early later general
  overall average exact possible available important allowed normal usual special different common summary overview
  quarter world country street colour color shape words sentence meaning value values units procedures version versions
  edition title chapter section guideline guidelines handbook manual report reports record records`.split(
    /\s+/u,
  ),
);
const SHORT_AND_ORDINARY = new Set(
  `kind type sort time date year week days hour name size rate rule part role area item fact task team head boss firm case
  cost long wide high deep part side form term fees sums best most well full main next last data page text file unit
  level work staff they else that will`.split(/\s+/u),
);
const IS = /^(?:is|are|was|were)$/u;
const HOW_OR_WHEN = /^(?:for )?(?:how (?:long|often|soon|far|old)|when|where|why)$/iu;
const SHORTEST = 5;
const SHORTEST_SUBJECT = 4;
/** Endings of words that describe, not name: "recently", "damaged", "heaviest". */
const HOW_IT_IS = /(?:ly|ed|est|able|ible|ous|ful|less)$/u;
const COMPARES =
  /^(?:higher|lower|larger|smaller|bigger|longer|shorter|cheaper|dearer|older|newer|better|worse|greater|wider|deeper|heavier|lighter|faster|slower|stronger|weaker|sooner)$/u;
/** Words before "to" and a verb: "plan to spend", "allowed to take". */
const BEFORE_TO =
  /^(?:plan(?:s|ned|ning)?|need(?:s|ed)?|want(?:s|ed)?|ha(?:ve|s|d)|going|allowed|supposed|used|able|required|due|likely|expect(?:s|ed)?|intend(?:s|ed)?|tr(?:y|ies|ied)|wish(?:es|ed)?|hope[sd]?|mean(?:s|t)?|order|how|when|where|what|whom|whether|agreed?|decided?|offer(?:s|ed)?|promised?|ought|prepared|entitled|obliged|free|ready)$/iu;
const RELATIVE = /^(?:that|which|who)$/u;

/** Common words that documents need not repeat to answer. */
export function isEveryday(word: string): boolean {
  const small = word.toLowerCase();
  return (
    [AUXILIARY, ENDS_THING, ORDINARY, SHORT_AND_ORDINARY].some((set) => set.has(small)) ||
    COMPARES.test(small)
  );
}

/** A word for a thing that a question asks about, or that distinguishes it from others of its kind. */
export interface AskedThing {
  word: string;
  /** "How many surgeons": only exactly this word counts, not one with the same root. */
  isCounted: boolean;
}

/**
 * The things that an English question is about, in lower case: what follows a preposition, an article or "how many",
 * except common words and names.
 */
export function askedThings(question: string, shortest = SHORTEST): AskedThing[] {
  const words = [...question.matchAll(/[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*|[,;:.!?()]/gu)].map(
    ([word]) => word,
  );
  const things: AskedThing[] = [];
  let at = 0;
  while (at < words.length) {
    const opener = words[at]?.toLowerCase() ?? '';
    // "How long are blood samples kept?"
    const isBare = IS.test(opener) && HOW_OR_WHEN.test(words.slice(0, at).join(' '));
    const before = words[at - 1] ?? '';
    // "A sample that arrives", "plan to spend": a verb follows.
    const isBeforeVerb =
      (RELATIVE.test(opener) && isPartOfThing(before)) || (opener === 'to' && BEFORE_TO.test(before));
    if (isBeforeVerb || (!BEFORE_THING.has(opener) && !isBare)) {
      at += 1;
      continue;
    }
    const first = at + 1;
    let end = first;
    while (end < words.length && isPartOfThing(words[end] ?? '')) end += 1;
    // "does the committee purchase": the last word is the verb.
    const isOpen = !/\p{L}/u.test(words[end] ?? '') || BEFORE_THING.has((words[end] ?? '').toLowerCase());
    const isSubject =
      (AUXILIARY.has((words[at - 1] ?? '').toLowerCase()) && end - first > 1) || (isBare && isOpen);
    const isCounted = opener === 'many' && /^how$/iu.test(words[at - 1] ?? '');
    // "By how many pounds did it rise?": the unit of a difference, which two figures show without it.
    if (isCounted && /^by$/iu.test(words[at - 2] ?? '')) {
      at = Math.max(end, at + 1);
      continue;
    }
    for (const word of words.slice(first, isSubject ? end - 1 : end)) {
      const [plain] = plainWords(word);
      if (plain !== undefined && isThing(word, shortest)) things.push({ word, isCounted });
    }
    at = Math.max(end, at + 1);
  }
  return things;
}

const ASKS_FIGURE_OF =
  /^\P{L}*(?:(?:and|but|so)\s+)?(?:(?:for\s+)?how\s+(?:much|many|long|often|old|high)|when|what(?!\s+(?:is|are|was|were)\b))\b.*?\b(?:(?<does>does|do|did|has|have|had|must|may|can|will|should)|is|are|was|were)\s+(?:the|our|my|your)\s+(?<said>.+)$/iu;
const OF_WHOSE = /\b(?:the|our|my|your)\s+(?<whose>\p{Ll}[\p{L}-]*)['’]s\s+\p{Ll}/u;

/** Whose figure or date a question asks for, as in "How much is the verger paid?"; null if its form does not say. */
export function askedSubject(question: string): string | null {
  const whose = OF_WHOSE.exec(question)?.groups?.['whose'];
  if (whose !== undefined) return isThing(whose, SHORTEST_SUBJECT) ? whose : null;
  const { said, does } = ASKS_FIGURE_OF.exec(question)?.groups ?? {};
  if (said === undefined) return null;
  const words = said.match(/[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*|[,;:.!?()]/gu) ?? [];
  const found = words.findIndex((word) => !isPartOfThing(word));
  const end = found < 0 ? words.length : found;
  // "the verger earn?": if no common verb ends the phrase, the last word is the verb.
  const isOpen = !/\p{L}/u.test(words[end] ?? '') || BEFORE_THING.has((words[end] ?? '').toLowerCase());
  const isDone = does !== undefined && isOpen && end > 1;
  const head = words[isDone ? end - 2 : end - 1] ?? '';
  return isThing(head, SHORTEST_SUBJECT) ? head : null;
}

function isPartOfThing(word: string): boolean {
  const small = word.toLowerCase();
  return /\p{L}/u.test(word) && ![BEFORE_THING, AUXILIARY, ENDS_THING].some((set) => set.has(small));
}

function isThing(word: string, shortest: number): boolean {
  if (word.length < shortest || /[\p{Lu}\p{N}]/u.test(word)) return false;
  return (
    !ORDINARY.has(word) && !SHORT_AND_ORDINARY.has(word) && !HOW_IT_IS.test(word) && !COMPARES.test(word)
  );
}
