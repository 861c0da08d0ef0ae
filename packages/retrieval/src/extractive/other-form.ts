import { daysIn, isOnDay } from './days-in-text.js';

interface Recognised {
  /** Matches the words of a question that ask for it. */
  asked: RegExp;
  /** Matches a text that gives one. */
  said: RegExp;
}

/** A date also has eight digits. */
const NO_DATE = String.raw`(?!\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})`;
const PHONE = String.raw`(?<![\p{L}\p{N}.,/-])${NO_DATE}(?:\+|\(?0)\d(?:[ \u00a0/()-]{0,2}\d){5,14}(?![\p{L}\p{N}]|[.,]\d)`;

const CONTACTS: readonly Recognised[] = [
  {
    asked:
      /(?<!\p{L})(?:(?:tele)?phone(?: numbers?)?|mobile(?: numbers?)?|call|ring|telefon\p{L}*|handy\p{L}*|rufnummern?|anrufen)(?!\p{L})/giu,
    said: new RegExp(PHONE, 'u'),
  },
  {
    asked: /(?<!\p{L})(?:e-?mail(?:[- ]?add?ress\p{L}*)?|mail address|mailadressen?)(?!\p{L})/giu,
    said: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+/u,
  },
  {
    asked:
      /(?<!\p{L})(?:web ?(?:site|page|address)|homepage|url|webseite|internetadresse|internetseite)(?!\p{L})/giu,
    said: /(?:https?:\/\/|www\.)\S+/iu,
  },
];

/**
 * Terms of a question that a text has in another form: `0431 55 20 19` is a phone number, even if nothing beside it says
 * so, and `2026-11-25` is 25 November.
 */
export function termsInOtherForm(
  question: string,
  terms: (text: string) => string[],
): (text: string) => string[] {
  const all = terms(question);
  const only = (said: readonly string[]) => {
    const rest = new Set(terms(said.reduce((left, part) => left.replace(part, ' '), question)));
    return all.filter((term) => !rest.has(term));
  };
  const contacts = CONTACTS.flatMap(({ asked, said }) => {
    const words = question.match(asked);
    return words ? [{ said, own: only(words) }] : [];
  });
  const days = daysIn(question).map(({ text }) => text);
  const ofDays = days.length > 0 ? only(days) : [];
  return (text) => [
    ...contacts.flatMap(({ said, own }) => (said.test(text) ? own : [])),
    ...(days.length > 0 && isOnDay(question, text) ? ofDays : []),
  ];
}
