import { namesInQuestion } from '../agentic/names-in-question.js';
import { ownLanguage } from './own-words.js';

/** Capitals that name nothing that a document could be about. */
const NO_NAMES = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday gbp eur usd chf euro euros ceo cfo vat pdf csv json faq`.split(/\s+/u),
);

/** Verbs that open a question, with a capital for that reason only. */
const OPENING =
  /^(?:may|must|shall|might|need|am|any|compare|darf|muss|kann|soll|hat|haben|war|wieviel|vergleiche?)\s+/iu;

/** Names of people, companies and things that a question is about, as it writes them. */
export function askedNames(question: string): string[] {
  // In German every noun has a capital: a name is two of them, or has a figure.
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

/** German writes things like names: "wie viele Säcke Blumenerde", "die Temperatur von Brenner 2". */
function thingsApart(question: string): string {
  return question
    .replaceAll(/(?<=\bwie\s+viele?\s)\p{Lu}\p{Ll}+/giu, (word) => word.toLowerCase())
    .replaceAll(/(?<=\b(?:der|die|das|den|dem|des)\s)(\p{Lu}\p{Ll}+)(?=\s+(?:von|vom|der|des)\s)/gu, (word) =>
      word.toLowerCase(),
    );
}
