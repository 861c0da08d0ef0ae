import { cutsPair } from './page-end.js';
import { pageEndByTokens } from './page-end-by-tokens.js';

interface Cut {
  content: string;
  tokens: number;
  countTokens: (text: string) => number;
}

/**
 * Where the first `tokens` tokens of a text end, at a line end if there is one. For 0 tokens, the start of the text.
 */
export function beginningEnd({ content, tokens, countTokens }: Cut): number {
  if (tokens <= 0) return 0;
  return pageEndByTokens({ content, start: 0, tokens, countTokens });
}

/** Where approximately the last `tokens` tokens of a text begin; never more than `tokens`. */
export function endingStart({ content, tokens, countTokens }: Cut): number {
  for (let length = Math.min(content.length, tokens * 4); length > 0; length = Math.floor(length / 2)) {
    const start = content.length - length;
    if (cutsPair(content, start)) continue;
    if (countTokens(content.slice(start)) <= tokens) return start;
  }
  return content.length;
}
