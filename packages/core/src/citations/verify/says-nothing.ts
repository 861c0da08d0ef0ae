import type { ClaimToken } from './claim-token.js';
import { isStopWord } from './stop-words.js';

/** It says nothing about what a sentence claims: `the`, `of`. */
export function saysNothing({ term, form }: ClaimToken): boolean {
  return form ? form.isStop : isStopWord(term);
}
