import { readTokens } from '@ibid/core/internal';
import { askedWords } from '../extractive/asked-words.js';
import { isContractTerm, isSilent } from './asked-alike.js';
import { isOfTheDocument, type AskedQuestion } from './asked-question.js';
import { sidedDates } from './date-sides.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';

/** The claim that a value would make, worded so the check can compare it with a sentence. */
export interface AskedClaim {
  /** `isSentence`: a table row or a named value has no verb to compare. */
  claim: (written: string, isSentence: boolean) => string;
  /** What is asked about, without the question words. */
  words: string;
  /** Why the claim is at best weak: a synonym was assumed, or a reference to the contract. */
  doubt: string | null;
}

/**
 * Rewords a question with the words of the sentence: a lease "commences", and the question asks when "the contract
 * starts". The claim check then compares the value and the verb, not the two names.
 */
export function claimFor(
  { own, words, terms, side, isDate }: AskedQuestion,
  sentence: EvidenceSentence,
  document: EvidenceDocument,
): AskedClaim {
  let doubt: string | null = null;
  const date = side === null ? undefined : sidedDates(sentence).find((one) => one.side === side);
  const said = date?.said;
  const wordOf = (wanted: (term: string) => boolean, until = Infinity) => {
    const token = sentence.tokens.find(({ term, start }) => start < until && wanted(term));
    return token && sentence.text.slice(token.start, token.end);
  };
  const reworded = (text: string) =>
    text
      .replaceAll(/[\p{L}\p{M}]+/gu, (word) => {
        const [token] = readTokens(word);
        const asked = terms.find(({ term }) => term === token?.term);
        if (!asked || sentence.terms.has(asked.term)) return word;
        if (isSilent(asked.term) || (isDate && OF_DATES.test(word))) return '';
        if (asked.isSide && said) return said;
        if (asked.isContract && document.isContract) {
          // Words after a date belong to another one.
          const own = wordOf(isContractTerm, date?.end);
          if (own === undefined && !isOfTheDocument(sentence))
            doubt ??= `The passage does not have “${word}”.`;
          return own ?? NOTHING;
        }
        const same = wordOf((term) => asked.same.has(term));
        if (same !== undefined) return same;
        const often = wordOf((term) => asked.often.has(term));
        if (often !== undefined) doubt ??= `The claim says “${word}”, but the passage says “${often}”.`;
        return often ?? word;
      })
      .replaceAll(
        new RegExp(`(?:\\b(?:the|this|der|die|das|dieser|dem|den|des)\\s+)?${NOTHING}`, 'giu'),
        'it',
      );
  const [ownWords, plainWords] = [reworded(own), reworded(words)];
  const stated = claimOf(ownWords, askedWords(plainWords));
  return {
    claim: (written, isSentence) => (isSentence ? stated(written) : `${plainWords}: ${written}`),
    words: plainWords,
    doubt,
  };
}

/** `Delivery date`: the date itself answers this word. */
const OF_DATES = /^(?:date|day|month|year|datum|tag|monat|jahr)$/iu;

const NOTHING = '\u0000';

const BE = 'is|are|was|were';
const MODAL = 'may|must|can|could|should|shall|will|would|has|have|had';

/**
 * Turns a question into a statement: "How many people work here?" becomes "58 people work here", "When was it opened?"
 * becomes "it was opened: 4 May". This shows the check the subject and the verb. In other languages, and where the
 * wording is unclear, what is asked about comes before the value.
 */
function claimOf(question: string, words: string): (written: string) => string {
  const counting = /^how many\s+(.+)$/iu.exec(question)?.[1];
  if (counting !== undefined)
    return (written) => `${written} ${counting.replace(/\b(?:are there|do|does|did)\b/iu, '')}`;
  const turned = new RegExp(
    `^(?:when|where|who|what|which|how|how long|how much)\\s+(${BE}|${MODAL}|do|does|did)\\s+(.+?)(\\s+\\S+)?$`,
    'iu',
  ).exec(question);
  const [, verb = '', rest = '', last = ''] = turned ?? [];
  if (!turned) return (written) => `${words}: ${written}`;
  if (/^do/iu.test(verb)) return (written) => `${rest}${last}: ${written}`;
  const isDone = !new RegExp(`^(?:${BE})$`, 'iu').test(verb) || /(?:ed|en|pt|ld|nt|de|ght)$/u.test(last);
  return (written) => (isDone ? `${rest} ${verb}${last}: ${written}` : `${rest}${last} ${verb}: ${written}`);
}
