import { isFinite, isVerb } from './is-verb.js';

const DETERMINER = /^(?:the|a|an|our|their|its|this|these|der|die|das|den|dem|unsere[rmn]?)$/iu;
const PRONOUN = /^(?:i|we|you|they|he|she|it|one|ich|wir|sie|er|es|man)$/iu;
/** `What is`, `Who is responsible for`, `How high are the costs of`: `be` is the verb of the question. */
const ASKS_WHAT_IS =
  /^\P{L}*(?:what|which|who|how\s+(?!is|are|was|were)\p{L}+|was|wer|wie\s+(?!ist|sind|war|waren)\p{L}+)\s+(?:is|are|was|were|ist|sind|war|waren)(?!\p{L})/iu;
const HAS = /^\P{L}*(?:who|which\s+\p{L}+)\s+(?:has|have|had)\s/iu;
const ASKS =
  /(?<!\p{L})(?:what|which|who|whom|how|when|where|why|was|welche[rsn]?|wer|wie|wann|wo|warum)(?!\p{L})(?!\s+to\s)/iu;
/** In German, the rest of such a verb ends the question: `Wie werden die Räume … gereinigt?` */
const GERMAN_BRACKET =
  /(?<!\p{L})(?:werden|wird|wurden?|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|sollen)(?!\p{L})/iu;
const GERMAN = /^\P{L}*(?:was|welche[rsn]?|wer|wie|wann|wo|warum)(?!\p{L})/iu;
const ENDS_OPEN = /\s(?:for|of|about|on|with|to|in|at|from|by)$/iu;

/**
 * `How do the clinics in`: the verb follows the last of the listed things. Asked of one thing without it, the question
 * would be another one.
 */
export function lacksVerb(head: string): boolean {
  const asks = ASKS.exec(head);
  // `Describe the rules for`
  if (!asks) return false;
  const question = head.slice(asks.index);
  if (ASKS_WHAT_IS.test(question) || HAS.test(question)) return false;
  if (GERMAN.test(question) && !/^welche/iu.test(question)) return GERMAN_BRACKET.test(question);
  const words = question.trim().split(/\s+/u).slice(1);
  const hasVerb = words.some((word, place) => {
    const before = words[place - 1] ?? '';
    if (isFinite(word)) return PRONOUN.test(words[place + 1] ?? '');
    return isVerb(word) && !DETERMINER.test(before);
  });
  return !hasVerb;
}

/**
 * The words after the last of several things that belong to all of them: `July say about the budget` after `May` and
 * `June`. Null if it cannot be told where they begin.
 */
export function sharedPredicate(
  others: readonly string[],
  last: string,
): { thing: string; predicate: string } | null {
  const lengths = new Set(others.map((thing) => wordsOf(thing).length));
  const [length = 0] = lengths;
  const words = wordsOf(last);
  const first = words[length] ?? '';
  const isPredicate = isVerb(first) || (ENDS_OPEN.test(last) && words.length === length + 2);
  if (lengths.size !== 1 || !isPredicate) return null;
  return { thing: words.slice(0, length).join(' '), predicate: ` ${words.slice(length).join(' ')}` };
}

/** `data protection must be renewed`, `the receptionist responsible for`: more than a thing. */
export function saysMore(last: string): boolean {
  return ENDS_OPEN.test(last) || wordsOf(last).some(isFinite);
}

const wordsOf = (text: string) => text.trim().split(/\s+/u);
