import { hasTerms } from './verify/claim-terms.js';
import { cleanClaim } from './verify/clean-claim.js';

/** A sentence with fewer terms is a phrase (`Yes.`, `Here is the list:`), not a claim. */
const MIN_TERMS = 3;
/** A whole sentence with a figure needs fewer terms: `It was built in 1889.`, but not `Chapter 3.` */
const SHORT_WITH_FIGURE = /^(?=.*\p{N})(?:\S+\s+){3,}\S+$/u;

const QUESTION_OR_LEAD_IN = /[?？:：]["'”’»*_]*$/;
const HEADING_OR_RULE = /^\s*(?:#{1,6}\s|\|[\s:|-]+\|?$)/;
/** What the assistant says about itself or to the reader; no source could say it. */
const CONVERSATION = new RegExp(
  `^(?:${[
    String.raw`(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening|day)|thanks|thank you|you(?:'|’)re welcome|sure|certainly|of course|sorry|hallo|guten (?:tag|morgen|abend)|danke|gern(?:e)?|bonjour|merci|hola|gracias)\b[^.]{0,60}$`,
    String.raw`(?:(?:and|but|so|sorry|unfortunately|however|leider|aber|mais|pero),? )?(?:i|i['’](?:m|ll|ve|d)|let me|let['’]s|ich|je|j['’]ai|yo)\b`,
    String.raw`(?:you asked|your question|feel free|let me know|please (?:let|ask|tell|upload|add|try|note|see|provide|share)|if you(?:['’]d| would)? (?:like|want|wish|need) (?:me|more|further|another|any|to (?:know|see|read))|here(?:['’]s| is| are)|below (?:is|are)|this answer)\b`,
    String.raw`(?:nothing|no (?:documents?|sources?|passages?|information|results?|answers?|mention|details?))\b.{0,80}\b(?:found|find|available|known|mentions?|says?|given|provided|about|on (?:this|that|it))\b`,
  ].join('|')})`,
  'iu',
);
/** `However,`, `Therefore,`: only what follows counts. */
const LEAD_IN = /^(?:(?:however|therefore|thus|hence|so|but|overall|unfortunately)\b,?\s*)*/iu;
/** Says that the material does not contain something. True or not, no passage can be cited for it. */
const SILENT_SOURCES =
  /^(?:the|these|those|none of the|neither|my|your|any)\b.{0,60}\b(?:documents?|sources?|passages?|knowledge bases?|files?|excerpts?|search results?|results?|context)\b.{0,40}\b(?:do(?:es)? not|don['’]t|doesn['’]t|did not|didn['’]t|contains? no|has no|have no|nothing|no mention|silent)\b|^none of the (?:[\p{L}]+ ){0,2}(?:documents?|sources?|passages?|files?|excerpts?|results?)\b/iu;
const MATERIAL = String.raw`\b(?:provided|given|available|these|the)\s(?:documents?|sources?|passages?|files?|excerpts?|context|information|texts?|material)\b`;
const NO_ANSWER = String.raw`\b(?:unable to|not possible to|impossible to|can(?:not|['’]t) be|cannot|could not be)\s(?:\w+ ){0,3}?(?:answer|answered|determine|determined|say|said|tell|told|provide|provided)\b`;
/** `It cannot be answered with the given passages.` */
const UNANSWERED = new RegExp(`${NO_ANSWER}.{0,80}${MATERIAL}|${MATERIAL}.{0,80}${NO_ANSWER}`, 'iu');

/** CIT-7: whether a sentence states something that a source could support or contradict. */
export function isCheckable(sentence: string): boolean {
  if (QUESTION_OR_LEAD_IN.test(sentence) || HEADING_OR_RULE.test(sentence)) return false;
  const claim = cleanClaim(sentence);
  if (CONVERSATION.test(claim) || tellsOfSilence(claim)) return false;
  return hasTerms(claim, SHORT_WITH_FIGURE.test(claim) ? MIN_TERMS - 1 : MIN_TERMS);
}

/** Whether a sentence says that the material does not contain something. */
export function tellsOfSilence(claim: string): boolean {
  return UNANSWERED.test(claim) || SILENT_SOURCES.test(claim.replace(LEAD_IN, ''));
}
