/** Asks for steps of a procedure. */
export type ProcedureQuestion =
  /** All of them, or how many. `deed` is the verb of "how do I …": a list about other deeds is no answer. */
  | { asks: 'all' | 'count'; topic: string; deed: string | null }
  /** One of them; negative numbers count from the end. */
  | { asks: 'one'; which: number; topic: string };

/** Asks for the step after or before another one. Null: the one that the answer before ended with. */
export interface OrderQuestion {
  asks: 'next' | 'previous';
  topic: string | null;
}

export type StepQuestion = ProcedureQuestion | OrderQuestion;

const COUNT = /\b(?:how many|wie viele)\s+(?:steps?|stages?|(?:arbeits)?schritte)\b(?<topic>.*)$/isu;

const WAY = String.raw`(?:directly |right |straight |immediately |just |direkt |gleich |unmittelbar )?(?<way>after|before|nach|vor)\s+`;
const DONE = String.raw`(?:what|which step)\s+(?:(?:do|should|must|shall)\s+(?:i|we|you|one|they)\s+do|(?:is|are|has|have|needs?|should|must)\s+(?:to be |be )?done|comes?|happens?|follows|is|step (?:comes|is|follows))`;
const DONE_DE = String.raw`(?:was|welcher schritt)\s+(?:kommt|folgt|passiert|geschieht|ist|mache ich|muss ich (?:tun|machen)|macht man|muss man (?:tun|machen))`;
const BESIDE = new RegExp(
  String.raw`^\P{L}*(?:(?:and|so|und)\s+)?(?:${DONE}|${DONE_DE})\s+(?:next |als nächstes |zu tun )?${WAY}(?<topic>.+)$`,
  'isu',
);
const BESIDE_FIRST =
  /^\P{L}*(?<way>after|before|once|nach|vor)\s+(?<topic>[^,?]+),?\s+(?:what|was)(?:['’]s|\s+(?:is|comes|happens|follows|kommt|passiert|folgt|ist|do (?:i|we|you) do|should (?:i|we|you) do))?(?:\s+(?:next|first|als nächstes|zuerst))?\P{L}*$/iu;
const GOES_ON =
  /^\P{L}*(?:(?:and|und|so|ok|okay)\s*,?\s+)*(?:(?:what|was)\s+(?:(?:do i do|comes|happens|is|kommt|passiert|folgt|mache ich)\s+)?)?(?:then|next|after that|after this|afterwards|the next (?:step|one)|dann|danach|als nächstes|der nächste schritt)\P{L}*$/iu;
const BACK =
  /^\P{L}*(?:(?:and|und)\s+)?(?:(?:what|was)\s+(?:(?:do i do|comes|happens|is|kommt|mache ich)\s+)?)?(?:before that|before this|davor|vorher)\P{L}*$/iu;

const NUMBER =
  /^(?:the\s+)?(?:step|schritt)\s+(?:no\.?\s*|number\s+|nr\.?\s*|nummer\s+)?(?<number>\d{1,2})\b(?<topic>.*)$/isu;

const ORDINALS: readonly [RegExp, number][] = [
  [/^(?:first|1st|erste[rnsm]?)$/iu, 1],
  [/^(?:second|2nd|zweite[rnsm]?)$/iu, 2],
  [/^(?:third|3rd|dritte[rnsm]?)$/iu, 3],
  [/^(?:fourth|vierte[rnsm]?)$/iu, 4],
  [/^(?:fifth|fünfte[rnsm]?)$/iu, 5],
  [/^(?:sixth|sechste[rnsm]?)$/iu, 6],
  [/^(?:seventh|siebte[rnsm]?)$/iu, 7],
  [/^(?:eighth|achte[rnsm]?)$/iu, 8],
  [/^(?:ninth|neunte[rnsm]?)$/iu, 9],
  [/^(?:tenth|zehnte[rnsm]?)$/iu, 10],
  [/^(?:last|final|letzte[rnsm]?)$/iu, -1],
  [/^(?:second[- ]to[- ]last|penultimate|vorletzte[rnsm]?)$/iu, -2],
];
const ASKS = String.raw`^\P{L}*(?:(?:and|und)\s+)?(?:what(?:['’]s)?|which|was|wie|name|tell me|give me|show me|nenne?)\b.{0,40}?`;
const ORDINAL = new RegExp(
  String.raw`${ASKS}\b(?<which>second[- ]to[- ]last|penultimate|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|\d{1,2}(?:st|nd|rd|th)|(?:erste|zweite|dritte|vierte|fünfte|sechste|siebte|achte|neunte|zehnte|vorletzte|letzte)[rnsm]?)\s+(?:step|stage|thing (?:to do|(?:i|we|you) (?:do|must do|should do))|(?:arbeits)?schritt)\b(?<topic>.*)$`,
  'isu',
);
const NUMBERED = new RegExp(
  String.raw`${ASKS}\b(?:step|schritt)\s+(?:no\.?\s*|number\s+|nr\.?\s*|nummer\s+)?(?<which>\d{1,2})\b(?<topic>.*)$`,
  'isu',
);

const SOMEBODY = String.raw`(?:i|we|you|one|they|staff|somebody|someone|people)`;
const HOW_TO = new RegExp(
  String.raw`^\P{L}*(?:(?:so|and|then)\s+)?(?:how\s+(?:do|should|can|must|would|shall)\s+${SOMEBODY}\s+|how\s+to\s+)(?<topic>.+)$`,
  'isu',
);
const HOW_DONE = /^\P{L}*how\s+(?:is|are|should|must)\s+(?<topic>.+)$/isu;
const WIE = /^\P{L}*(?:und\s+)?wie\s+(?<deed>\p{L}{3,})\s+(?:ich|man|wir|sie)\s+(?<topic>.+)$/isu;
const THE_STEPS =
  /^\P{L}*(?:what (?:are|is)|list|show(?: me)?|give me|tell me|was sind|nenne?|zeige?)\s+(?:all\s+)?(?:the\s+|die\s+)?(?:steps?|procedure|instructions|checklist|(?:arbeits)?schritte|anleitung)\s+(?:to|for|of|when|in|on|zum|zur|beim?|für|um)\s+(?<topic>.+)$/isu;

/** What a question asks about the steps of a procedure; null if it asks something else. */
export function stepQuestion(question: string): StepQuestion | null {
  if (GOES_ON.test(question)) return { asks: 'next', topic: null };
  if (BACK.test(question)) return { asks: 'previous', topic: null };
  const count = COUNT.exec(question)?.groups;
  if (count) return { asks: 'count', topic: count['topic'] ?? '', deed: null };
  const beside = (BESIDE.exec(question) ?? BESIDE_FIRST.exec(question))?.groups;
  if (beside) {
    const isBack = /^(?:before|vor)$/iu.test(beside['way'] ?? '');
    const { number, topic } = NUMBER.exec(beside['topic'] ?? '')?.groups ?? {};
    if (number === undefined) return { asks: isBack ? 'previous' : 'next', topic: beside['topic'] ?? '' };
    return { asks: 'one', which: Number(number) + (isBack ? -1 : 1), topic: topic ?? '' };
  }
  const one = (ORDINAL.exec(question) ?? NUMBERED.exec(question))?.groups;
  if (one) return { asks: 'one', which: placeOf(one['which'] ?? ''), topic: one['topic'] ?? '' };
  const steps = THE_STEPS.exec(question)?.groups;
  if (steps) return { asks: 'all', topic: steps['topic'] ?? '', deed: null };
  const how = HOW_TO.exec(question)?.groups;
  if (how) return { asks: 'all', topic: how['topic'] ?? '', deed: firstWord(how['topic']) };
  const done = HOW_DONE.exec(question)?.groups;
  if (done) return { asks: 'all', topic: done['topic'] ?? '', deed: lastWord(done['topic']) };
  const wie = WIE.exec(question)?.groups;
  if (wie) return { asks: 'all', topic: `${wie['deed']} ${wie['topic']}`, deed: wie['deed'] ?? null };
  return null;
}

const firstWord = (text = '') => /[\p{L}\p{M}-]+/u.exec(text)?.[0] ?? null;
const lastWord = (text = '') => text.match(/[\p{L}\p{M}-]+/gu)?.at(-1) ?? null;

function placeOf(which: string): number {
  return ORDINALS.find(([pattern]) => pattern.test(which))?.[1] ?? Number.parseInt(which, 10);
}
