import type { ClaimToken } from './claim-token.js';
import { isStopWord } from './stop-words.js';

/** Whether a word carries no meaning for the check: `the`, `of`. */
export function saysNothing({ term, form }: ClaimToken): boolean {
  return form ? form.isStop : isStopWord(term);
}
