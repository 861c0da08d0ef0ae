import { asksOfNow } from './named-times.js';

/** Starts as a continuation of the question before. */
const GOES_ON =
  /^\s*(?:(?:and|but|or|so|then|und|aber|oder|dann|et|mais|ou|alors|y|pero|e|ma|en|maar)\s|(?:what|how) about\b|what else\b|why(?: not| so)?\s*\??$|was ist mit\b|qu'en est-il\b|qué tal\b)/iu;

/** Compares without saying with what. */
const COMPARES =
  /\b(?:more|less)\s+\p{L}+\s*\??$|\b(?:cheaper|longer|shorter|older|newer|larger|smaller|higher|lower|better|worse)\s*\??$|\bthe same\b|\bthe (?:former|latter|others?)\b/iu;

/** Words that refer to something named before. */
const PRONOUN =
  /\b(?:it|its|they|them|their|theirs|he|she|his|her|hers|him|ihn|ihm|dessen|deren|dort|davon|dafür|dazu|elle|ils|elles|leur|leurs|ello|ellos|ellas)\b/giu;

/** In lower case, so nobody is being addressed: "Was kostet sie?" */
const GERMAN_PRONOUN =
  /^\P{L}*(?:[Uu]nd |[Aa]ber )?(?:[Ww](?:er|en|em|as|ann|o|ie|arum|ieso|elche[rsnm]?)|[Ss]eit wann|[Bb]is wann|[Aa]b wann)\b(?=[^,]*\s(?:er|sie|ihn|ihm|ihre?[nrsm]?|seine?[nrsm]?|daran|darauf|dabei)\b)[^,]*$/u;

/** "Is it possible to …", "how long does it take to …", "what time is it": "it" refers to nothing. */
const EMPTY_IT =
  /\b(?:is|was|does|will|would|can|could|may|might) it (?:possible|necessary|allowed|permitted|required|safe|true|likely|take|mean|matter|cost to)\b|\bit is (?:possible|necessary|allowed|permitted|required|safe|true|likely)\b|\bwhat time is it\b/iu;

/** "This" and "those" before a noun that only an earlier question explains; "that" alone, not in "the rule that …". */
const DEMONSTRATIVE =
  /\bthis\b(?!\s+(?:year|month|week|morning|afternoon|evening|quarter|season|time)\b)|\b(?:these|those)\b(?!\s+(?:who|which|that|days)\b)|(?:^|\b(?:about|of|for|with|to|from|in|on|at|by|after|before|is|was|do|does|did|can|could|will|would|should|like|than|all|mean)\s+)that\b/iu;

/** "Who works there?", not "are there open tasks?". */
const THERE =
  /(?<!\b(?:is|are|was|were|be|been|has|have)\s)\bthere\b(?!\s+(?:is|are|was|were|will|has|have|be)\b)/iu;

/** "Who signed?", "Who is responsible?", "What is the deadline?": the thing is missing. */
const NAMES_NO_THING =
  /^\P{L}*(?:(?:who|when|why|how|where)\s+(?:\p{Ll}+ed|decides|pays|paid|signs|knew|wrote)|(?:who|what|when)\s+(?:is|was|are|were)\s+(?:(?:the|its)\s+)?(?:exact |right |correct |total |actual )?(?:responsible|liable|involved|affected|due|present|deadline|date|price|cost|costs|value|amount|total|reason|reasons|cause|result|outcome|decision|vote|limit|purpose|author|owner)|wer\s+(?:ist|war)\s+(?:dafür )?(?:zuständig|verantwortlich|dabei|betroffen|anwesend)|(?:was|wie hoch|wann)\s+(?:ist|war|waren)\s+(?:der|die|das)\s+(?:frist|preis|kosten|grund|ursache|ergebnis|wert|betrag|termin|datum))\P{L}*$/iu;

/** "How many were over 100?", "how many are unpaid?": of what was counted before. */
const COUNTS_NO_THING =
  /^\P{L}*(?:how many|wie viele)\s+(?:are|were|have|sind|waren|haben)\s+(?:over|under|above|below|more|less|at least|at most|not|still|already|un\p{L}+|\p{L}+ed|paid|über|unter|mehr|weniger|nicht|noch|schon|un\p{L}+|ge\p{L}+t|bezahlt)\b/iu;

/** Words of a fragment that names no subject. */
const EMPTY_WORDS =
  /^(?:why|when|where|who|how|what|which|ones?|much|many|long|far|often|in|on|at|by|for|to|of|from|with|since|until|the|a|an|only|also|too|again|yes|no|exactly|really|whom|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|warum|wann|wo|wer|wie|was|welche|viel|viele|lange|im|am|in|pourquoi|quand|où|qui|combien|por|qué|cuándo|dónde|quién|\p{N}[\p{N}.,:-]*)$/iu;

const LONGEST_FOLLOW_UP = 14;

/**
 * Whether a question can only be understood with the one before: it continues ("And in May?"), refers to something it
 * does not name ("Who paid for it?"), or names no subject ("Since when?"). A short question that is complete ("Which
 * tasks are open?") does not count.
 */
export function pointsBack(question: string): boolean {
  const words = question.match(/[\p{L}\p{M}\p{N}'’.,:-]*[\p{L}\p{N}]/gu) ?? [];
  if (words.length === 0 || words.length > LONGEST_FOLLOW_UP) return false;
  if (words.every((word) => EMPTY_WORDS.test(word)) || asksOfNow(question)) return true;
  if (GOES_ON.test(question) || COMPARES.test(question)) return true;
  if (DEMONSTRATIVE.test(question) || THERE.test(question) || NAMES_NO_THING.test(question)) return true;
  if (COUNTS_NO_THING.test(question)) return true;
  if (GERMAN_PRONOUN.test(question)) return true;
  return pronounsOf(question).some((at) => !isNamedBefore(question, at));
}

function pronounsOf(question: string): number[] {
  if (EMPTY_IT.test(question)) return [];
  return [...question.matchAll(PRONOUN)].map((match) => match.index);
}

/** "When was the ship built, and who paid for it?" names the thing itself, in an earlier clause. */
function isNamedBefore(question: string, at: number): boolean {
  const clause = /^(.{8,}?)(?:,|;|\b(?:and|or|but|when|if|because|und|oder|et|ou|y|o)\b)/iu.exec(
    question.slice(0, at),
  );
  const words = (clause?.[1] ?? '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length >= 3 && words.some((word) => word.length > 3 && !EMPTY_WORDS.test(word));
}
