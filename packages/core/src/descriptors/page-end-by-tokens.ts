import { wholeCharacterEnd } from './page-end.js';

/**
 * Where a page of at most `tokens` tokens that starts at `start` ends. Token counts are not additive, so every returned
 * end was counted as a whole. A page takes at least one character, even over the limit; otherwise paging would never
 * end.
 */
export function pageEndByTokens(options: {
  content: string;
  start: number;
  tokens: number;
  countTokens: (text: string) => number;
}): number {
  const { content, start, tokens, countTokens } = options;
  const count = (length: number) => countTokens(content.slice(start, start + length));
  const length = longestThatFits(content, start, tokens, count);
  if (start + length >= content.length) return content.length;
  for (let lineEnd = length; lineEnd > 0; lineEnd = lineEndBefore(content, start, lineEnd)) {
    if (content[start + lineEnd - 1] !== '\n') continue;
    if (count(lineEnd) <= tokens) return start + lineEnd;
  }
  let end = wholeCharacterEnd(content, start, start + Math.max(1, length));
  while (end - start > 2 && count(end - start) > tokens) end = wholeCharacterEnd(content, start, end - 1);
  return end;
}

/** End of the last line that ends before this length; 0 if none does. */
function lineEndBefore(content: string, start: number, length: number): number {
  return content.slice(start, start + length - 1).lastIndexOf('\n') + 1;
}

/**
 * Doubles from a guess, then approaches the limit by interpolating the token rate, at line ends if the gap has any.
 * This takes three or four counts, each of about a page; bisection would take a dozen.
 */
function longestThatFits(
  content: string,
  start: number,
  tokens: number,
  count: (length: number) => number,
): number {
  const limit = content.length - start;
  let fits = { length: 0, tokens: 0 };
  let over = { length: Math.min(limit, Math.max(1, tokens) * 4), tokens: 0 };
  for (;;) {
    over.tokens = count(over.length);
    if (over.tokens > tokens) break;
    if (over.length === limit) return limit;
    fits = over;
    over = { length: Math.min(limit, over.length * 2), tokens: 0 };
  }
  for (let round = 1; over.length - fits.length > 1; round += 1) {
    const lastLineEnd = lineEndBefore(content, start, over.length);
    if (lastLineEnd > 0 && lastLineEnd <= fits.length) return lastLineEnd;
    const gap = over.length - fits.length;
    // Rates mislead where the kind of text changes, so every third round bisects.
    const share = round % 3 === 0 ? 0.5 : (tokens - fits.tokens + 0.5) / (over.tokens - fits.tokens);
    const guess = fits.length + Math.min(gap - 1, Math.max(1, Math.floor(gap * share)));
    const length = lastLineEnd > 0 ? lineEndNear(content, start, guess, fits.length) : guess;
    const tried = { length, tokens: count(length) };
    if (tried.tokens <= tokens) fits = tried;
    else over = tried;
  }
  return fits.length;
}

/** The last line end up to `length` that is after `behind`; otherwise the first one after `behind`. */
function lineEndNear(content: string, start: number, length: number, behind: number): number {
  const before = lineEndBefore(content, start, length + 1);
  return before > behind ? before : content.indexOf('\n', start + behind) + 1 - start;
}
