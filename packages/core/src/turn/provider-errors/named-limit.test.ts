import { describe, expect, it } from 'vitest';
import { namedLimit } from './named-limit.js';

describe('MOD-4 the limit that an error names', () => {
  it.each([
    [
      "This model's maximum context length is 2048 tokens. However, your messages resulted in 2513 tokens.",
      2048,
      2513,
    ],
    [
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (3000 in the messages, 2000 in the completion).",
      4096,
      5000,
    ],
    ['prompt is too long: 210000 tokens > 200000 maximum', 200_000, 210_000],
    [
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length',
      200_000,
      null,
    ],
    [
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_048_576,
      1_200_000,
    ],
    ['request (2513 tokens) exceeds the available context size (2048 tokens), try increasing it', 2048, 2513],
    ['{"error":{"code":400,"message":"too long","n_prompt_tokens":2513,"n_ctx":2048}}', 2048, 2513],
    [
      'Trying to keep the first 4210 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      4096,
      4210,
    ],
    [
      'Prompt contains 40,000 tokens and 0 draft tokens, too large for model with 32,768 maximum context length',
      32_768,
      40_000,
    ],
    ['the input length exceeds the context length', null, null],
    ['Request too large', null, null],
  ])('%s', (words, limitTokens, sentTokens) => {
    expect(namedLimit(words)).toEqual({ limitTokens, sentTokens });
  });
});
