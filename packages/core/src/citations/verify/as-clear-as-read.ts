import type { ClaimCheck } from './claim-check.js';

/** How many unclear words are named. */
const MOST_NAMED = 3;

/**
 * KB-9: a claim based on words that were not read clearly from a picture is `weak` at best, however well it matches.
 * Only a person who looks at the picture can decide.
 */
export function asClearAsRead(check: ClaimCheck): ClaimCheck {
  const doubtful = check.passage?.ocr?.doubtful ?? [];
  if (doubtful.length === 0) return check;
  const { atBest, ...rest } = check;
  const limited: ClaimCheck = { ...rest, ...(atBest === undefined ? {} : { atBest: 'weak' }) };
  if (check.verdict !== 'supported') return limited;
  const { together: _, ...alone } = limited;
  const named = doubtful.slice(0, MOST_NAMED).map((word) => `“${word}”`);
  return {
    ...alone,
    verdict: 'weak',
    reason: `Read from a picture, and not clearly: ${named.join(', ')}${doubtful.length > MOST_NAMED ? ' and more' : ''}. Compare it with the picture.`,
  };
}
