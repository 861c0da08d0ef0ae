import { expect, test } from 'vitest';
import { isEncodingName } from './encoding-name.js';
import { modelProfileOf } from './model-profile-of.js';

test('CTX-10 well-known models have their own window, tokenizer and abilities', () => {
  expect(modelProfileOf('gpt-4o')).toMatchObject({
    contextWindow: 128_000,
    tokenizer: 'o200k_base',
    vision: true,
  });
  expect(modelProfileOf('openai/gpt-4.1-mini').contextWindow).toBe(1_047_576);
  expect(modelProfileOf('gpt-4')).toMatchObject({
    contextWindow: 8192,
    tokenizer: 'cl100k_base',
    vision: false,
  });
  expect(modelProfileOf('anthropic/claude-sonnet-4-5')).toMatchObject({
    tokenizer: null,
    cacheBreakpoints: 'anthropic',
  });
  expect(modelProfileOf('llama3.2:3b').canForbidTools).toBe(false);
});

test('an unknown model gets a small window and the default tokenizer with its margin', () => {
  expect(modelProfileOf('someone/new-model')).toMatchObject({
    modelId: 'someone/new-model',
    contextWindow: 8192,
    tokenizer: null,
    canForbidTools: false,
  });
  expect(modelProfileOf('')).toMatchObject({ contextWindow: 8192 });
});

test('what the administrator says wins', () => {
  expect(modelProfileOf('someone/new-model', { contextWindow: 64_000, vision: true })).toMatchObject({
    contextWindow: 64_000,
    vision: true,
  });
});

test('every tokenizer named is a packaged one', () => {
  for (const id of ['gpt-5', 'gpt-4', 'gpt-3.5-turbo', 'gpt-oss-20b', 'o3', 'gpt-4-turbo']) {
    expect(isEncodingName(modelProfileOf(id).tokenizer ?? '')).toBe(true);
  }
});
