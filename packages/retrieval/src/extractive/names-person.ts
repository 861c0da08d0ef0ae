import { askedWords } from './asked-words.js';

/** What a "who" question needs: a name, or anybody who did it. */
export type AskedPerson = 'name' | 'anybody';

const ASKS_WHO =
  /^[\s\p{P}]*(?:(?:and|but|so|und|aber)\s+)?(?:(?:by|to|for|with|from|von|mit|für|an)\s+)?(?:who|whom|whose|wer|wen|wem|wessen)\b/iu;
/** "Who may enter?" is answered by a rule about many people. */
const ASKS_FOR_RULE =
  /\b(?:may|can|could|must|should|shall|needs? to|has to|have to|is allowed|are allowed|darf|dürfen|kann|können|muss|müssen|soll|sollen)\b/iu;
const ASKS_IDENTITY = /\b(?:who|wer)\b(?:['’]s|\s+(?:is|was|are|were|ist|war|sind|waren))\s/iu;
/** A council or a tenant is also an answer. */
const ASKS_WHOSE_DUTY = /\b(?:responsible|liable|in charge|zuständig|verantwortlich|haftbar)\b/iu;
const HAS_ARTICLE =
  /\b(?:is|was|are|were|['’]s|ist|war|sind|waren)\s+(?:the|a|an|our|your|my|their|der|die|das|unser\p{L}*|mein\p{L}*|ihr\p{L}*)\b/iu;

/** Capitalised words that name nobody. */
const NO_NAMES = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday department office desk team section article annex chapter appendix page table figure
  euro euros januar februar märz mai juni juli oktober dezember`.split(/\s+/),
);
const GERMAN = /\b(?:der|die|das|den|dem|und|ist|wird|von|für|mit|ein|eine|einen|einer)\b/u;
const CAPITAL = String.raw`\p{Lu}[\p{L}’'-]*\p{Ll}`;
/** A capital not explained by the start of a sentence, a pair of them, or one that a statement follows. */
const NAME = new RegExp(
  String.raw`(?<=[\p{L}\p{N},;:)|"”’]\s+|\p{L}\s+\()${CAPITAL}|^${CAPITAL} ${CAPITAL}|^${CAPITAL}(?= (?:is|was|has|heads|leads|runs|led|ran)\b)`,
  'gu',
);
/** In German all nouns are capitalised, so a name has two words or a title before it. */
const GERMAN_NAME = new RegExp(
  String.raw`${CAPITAL} ${CAPITAL}|(?:Frau|Herrn?|Dr\.|Prof\.) ${CAPITAL}`,
  'gu',
);
const SOMEBODY =
  /\b(?:[Tt]he|[Aa]n?|[Dd]er|[Dd]ie|vom|le|la|el) (?:\p{Ll}+(?:er|or|ist|ian|ant|man|ee|ain|eur|in)|(?:land)?lord|client|council|board|agent|president)\b|\b(?:[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?|vom|zur) (?:\p{Lu}\p{Ll}+(?:er|erin|or|orin|ist|istin|ent|entin|ant|mann|frau|leitung|verwaltung)|(?:\p{Lu}\p{Ll}*)?(?:[Gg]emeinde|[Ss]tadt|[Ff]irma|[Vv]erein|[Vv]orstand|[Aa]mt|[Bb]ehörde|[Vv]ersicherung|[Ss]chule|[Rr]at))\b|\b(?:by|von|vom) (?:the |der |dem |einem? )?\p{L}{3,}/u;

/** What a "who" question needs. Null for other questions, and for those about what people may or must do. */
export function askedPerson(question: string): AskedPerson | null {
  if (!ASKS_WHO.test(question) || ASKS_FOR_RULE.test(question)) return null;
  return ASKS_IDENTITY.test(question) && !ASKS_WHOSE_DUTY.test(question) ? 'name' : 'anybody';
}

/**
 * Whether a sentence says who it is. A name from the question is not an answer, unless the question asks who that
 * person is.
 */
export function namesPerson(options: {
  question: string;
  text: string;
  asked: AskedPerson;
  /** Whether a word occurs in the question. */
  isOfQuestion: (word: string) => boolean;
}): boolean {
  const { question, text, asked } = options;
  if (asked === 'name' && isAboutNamed(question, text)) return true;
  const rest = text.replaceAll(/[\p{L}\p{M}’'-]+/gu, (word) => (options.isOfQuestion(word) ? 'x' : word));
  const names = [...rest.matchAll(GERMAN.test(text) ? GERMAN_NAME : NAME)];
  const isName = ([name]: readonly string[]) =>
    (name ?? '').split(/\s+/u).every((word) => !NO_NAMES.has(word.toLowerCase()));
  return names.some(isName) || (asked === 'anybody' && SOMEBODY.test(rest));
}

/** "Who is Petra Holm?": the sentence contains everything the question names as one name. */
function isAboutNamed(question: string, text: string): boolean {
  if (HAS_ARTICLE.test(question)) return false;
  const words = askedWords(question).match(/[\p{L}\p{M}’'-]+/gu) ?? [];
  if (words.length === 0) return false;
  const name = words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join(' ');
  return text.includes(name) && !new RegExp(String.raw`\b(?:the|der|die) ${name}`, 'iu').test(text);
}
