import { answerSentences } from './answer-sentences.js';
import { tellsOfSilence } from './is-checkable.js';
import { cleanClaim } from './verify/clean-claim.js';

/**
 * Whether an answer says that it found what was asked: `no` if it only offers what comes closest, `in part` if it says
 * before its first source that something was not found.
 */
export type AnswerFound = 'yes' | 'in part' | 'no';

/** The words with which the built-in model introduces its quotes. */
const CLOSEST = /(?:^|\s)(?:What comes closest|Am nächsten kommt):\s*$/u;
/** The first marker, or the list that it is in. */
const FIRST_SOURCE = /\[\d|^[ \t]*[-*] /mu;
const NOT_FOUND = new RegExp(
  `^(?:(?:but|sorry|unfortunately|however|leider|aber),? )*(?:${[
    String.raw`i (?:found|see|have found) (?:no|nothing|none)\b`,
    String.raw`i(?: could| can| did|['’]m| am)? ?(?:not|n['’]t|unable to) (?:find|answer|tell|say|count|determine)\b`,
    String.raw`i (?:couldn|can|didn)['’]t (?:find|answer|tell|say|count|determine)\b`,
    String.raw`(?:nothing|no (?:documents?|sources?|passages?|information|results?|answers?|mention|details?))\b.{0,80}\b(?:found|find|available|mentions?|says?|given|provided|about)\b`,
    String.raw`(?:leider )?(?:ich habe|habe ich|ich konnte|konnte ich) (?:\p{L}+ ){0,6}?(?:nichts|keine?[nrms]?)\b.{0,80}\b(?:gefunden|finden)\b`,
    String.raw`ich kann (?:\p{L}+ ){0,2}nicht (?:zählen|beantworten|erkennen|sagen)\b`,
    String.raw`(?:die|den|diese|ihre|in den) (?:\p{L}+ ){0,2}(?:dokumente?n?|quellen?|unterlagen|textstellen)\b.{0,60}\b(?:nicht|nichts|keine?[nrms]?)\b`,
  ].join('|')})`,
  'iu',
);

/**
 * What an answer says about itself, read from its opening, up to the first source.
 *
 * ```ts
 * import { answerFound } from '@ibid/core';
 *
 * console.log(answerFound('I found nothing that answers this outright. What comes closest:\n\n- “Iron melts.” [1]')); // 'no'
 * ```
 */
export function answerFound(answer: string): AnswerFound {
  const start = answer.search(FIRST_SOURCE);
  const opening = start < 0 ? answer : answer.slice(0, start);
  const sentences = answerSentences(opening, []).map(({ said }) => cleanClaim(said));
  // A sentence with a source is an ordinary claim.
  if (answer.startsWith('[', start)) sentences.pop();
  if (!sentences.some((sentence) => NOT_FOUND.test(sentence) || tellsOfSilence(sentence))) return 'yes';
  return CLOSEST.test(opening) ? 'no' : 'in part';
}
