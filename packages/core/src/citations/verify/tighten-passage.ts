import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';

/** The tightest readable span: the sentences of the window. */
export function tightenPassage({ alignment }: { claim: ClaimTerms; alignment: ClaimAlignment }): {
  start: number;
  end: number;
} {
  const { text, window } = alignment;
  return {
    start: text.sentences[window.first]?.start ?? 0,
    end: text.sentences[window.last]?.end ?? text.text.length,
  };
}
