import type { ClaimToken } from './claim-token.js';
import { splitSentences, type SentenceSpan } from './split-sentences.js';
import { tokenizeClaim } from './tokenize-claim.js';

/** A text that claims are checked against: its tokens, where each term occurs, and its sentences. */
export interface PreparedText {
  text: string;
  tokens: ClaimToken[];
  /** Indexes into `tokens`, ascending. */
  positions: Map<string, number[]>;
  sentences: (SentenceSpan & { firstToken: number; endToken: number })[];
}

export function prepareText(text: string): PreparedText {
  const tokens = tokenizeClaim(text);
  const positions = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    const known = positions.get(token.term);
    if (known) known.push(index);
    else positions.set(token.term, [index]);
  }
  let token = 0;
  const sentences = splitSentences(text).map((span) => {
    const firstToken = token;
    while (token < tokens.length && (tokens[token]?.start ?? Infinity) < span.end) token++;
    return { ...span, firstToken, endToken: token };
  });
  return { text, tokens, positions, sentences };
}
