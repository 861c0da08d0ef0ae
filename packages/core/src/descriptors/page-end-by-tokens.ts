import { wholeCharacterEnd } from './page-end.js';

/**
 * Where a page of at most `tokens` tokens that starts at `start` ends. Counts are not additive, so every end that
 * is returned was counted as a whole. One character is taken even where it alone is over the limit: a page that
 * holds nothing would never come to the end.
 *
 * ```ts
 * import { countTokens, pageEndByTokens } from '@ibid/core';
 *
 * const content = 'one two three four\nfive six';
 * console.log(pageEndByTokens({ content, start: 0, tokens: 5, countTokens: (text) => countTokens(text) }));
 * ```
 */
export function pageEndByTokens(options: {
  content: string;
  start: number;
  tokens: number;
  countTokens: (text: string) => number;
}): number {
  const { content, start, tokens, countTokens } = options;
  const fits = (end: number) => countTokens(content.slice(start, end)) <= tokens;
  const length = longestThatFits(content.length - start, Math.max(1, tokens) * 4, (n) => fits(start + n));
  if (start + length >= content.length) return content.length;
  const page = content.slice(start, start + length);
  for (
    let lineEnd = page.lastIndexOf('\n') + 1;
    lineEnd > 0;
    lineEnd = page.lastIndexOf('\n', lineEnd - 2) + 1
  ) {
    if (fits(start + lineEnd)) return start + lineEnd;
    if (lineEnd === 1) break;
  }
  let end = wholeCharacterEnd(content, start, start + Math.max(1, length));
  while (end - start > 2 && !fits(end)) end = wholeCharacterEnd(content, start, end - 1);
  return end;
}

/** Doubles from a guess, then halves the gap: a few counts, each of about a page. */
function longestThatFits(limit: number, guess: number, fits: (length: number) => boolean): number {
  let known = 0;
  let tooLong = Math.min(limit, guess);
  while (fits(tooLong)) {
    known = tooLong;
    if (tooLong === limit) return limit;
    tooLong = Math.min(limit, tooLong * 2);
  }
  while (tooLong - known > 1) {
    const middle = (known + tooLong) >> 1;
    if (fits(middle)) known = middle;
    else tooLong = middle;
  }
  return known;
}
