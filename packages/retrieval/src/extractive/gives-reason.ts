import { plainWords } from './about-names.js';

const ASKS_WHY =
  /^\P{L}*(?:(?:and|but|und|aber)\s+)?(?:why|for what reason|what (?:is|was|were) the (?:reasons?|causes?)|warum|weshalb|wieso)\b/iu;
const REASON =
  /\b(?:because|since(?!\s+\d)|due to|owing to|as a result of|result(?:s|ed)? from|caused? by|causes?|reasons?|so that|in order to|thanks to|weil|wegen|aufgrund|gründe?|ursachen?|damit|denn)\b/iu;
/** What follows is the reason, not what it is for. */
const GIVES =
  /\b(?:because|since(?!\s+\d)|due to|owing to|as a result of|caused? by|weil|wegen|aufgrund|denn)\b/iu;

/**
 * A test whether a sentence gives a reason for what is asked; null if no reason is asked for. "They were returned
 * because they were sour" does not say why they were sour.
 */
export function reasonAsked(question: string): ((text: string) => boolean) | null {
  if (!ASKS_WHY.test(question)) return null;
  const last = plainWords(question).at(-1);
  return (text) => {
    if (!REASON.test(text)) return false;
    const [before = '', ...behind] = text.split(GIVES);
    if (behind.length === 0 || last === undefined) return true;
    return plainWords(before).includes(last) || !plainWords(behind.join(' ')).includes(last);
  };
}
