import { namesInQuestion } from '../agentic/names-in-question.js';
import { ownLanguage } from './own-words.js';

/** Capitalised words that are not subjects of documents. */
const NO_NAMES = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday gbp eur usd chf euro euros ceo cfo vat pdf csv json faq`.split(/\s+/u),
);

/** Verbs that open a question, and are capitalised only for that reason. */
const OPENING =
  /^(?:may|must|shall|might|need|am|any|compare|d[aü]rf(?:en|te|ten|st)?|m[uü]ss(?:en|te|ten)?|k[aoö]nn(?:en|te|ten)?|soll(?:en|te|ten)?|will|wollen|hat|haben|hatte[nr]?|war(?:en)?|ist|sind|wird|werden|wurden?|gibt|gab|gilt|gelten|braucht|brauchen|zahlt|zahlen|kostet|kosten|wieviel|vergleiche?)\s+/iu;

/** Names of people, companies and things in a question, as written. */
export function askedNames(question: string): string[] {
  // In German all nouns are capitalised, so a name has two words or a number.
  const isGerman = ownLanguage([question]) === 'de';
  const [first = ''] = question.match(/\p{L}[\p{L}\p{N}'’-]*/u) ?? [];
  const names = namesInQuestion(isGerman ? thingsApart(question) : question).map((name) =>
    name.replace(OPENING, ''),
  );
  return [...new Set(names)].filter((name) => {
    const words = name.split(/\s+/u);
    if (!/\p{Lu}/u.test(name)) return false;
    if (words.every((word) => NO_NAMES.has(word.toLowerCase()) || /^\p{N}+$/u.test(word))) return false;
    if (words.length > 1) return true;
    return !isGerman && (name !== first || /\p{N}/u.test(name));
  });
}

/** German capitalises things like names: "wie viele Säcke Blumenerde", "die Temperatur von Brenner 2". */
function thingsApart(question: string): string {
  return (
    question
      // A plural verb is about several things, not about a person.
      .replace(
        /^(\P{L}*(?:dürfen|müssen|können|sollen|haben|sind|werden|wollen|brauchen|zahlen)\s+)(\p{Lu}\p{Ll}+)/iu,
        (_, verb: string, noun: string) => `${verb}${noun.toLowerCase()}`,
      )
      .replaceAll(/(?<=\bwie\s+viele?\s)\p{Lu}\p{Ll}+/giu, (word) => word.toLowerCase())
      .replaceAll(
        /(?<=\b(?:der|die|das|den|dem|des)\s)(\p{Lu}\p{Ll}+)(?=\s+(?:von|vom|der|des)\s)/gu,
        (word) => word.toLowerCase(),
      )
  );
}
