import { describe, expect, it } from 'vitest';
import { modelSettings, toolChoice } from './model-settings.js';

describe('API-4 parameters are honoured or refused', () => {
  it('hands on what models understand', () => {
    const asked = {
      model: 'ibid',
      messages: [],
      temperature: 0.2,
      top_p: 0.5,
      seed: 7,
      stop: 'END',
      max_tokens: 90,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
    };
    expect(modelSettings(asked, true)).toEqual({
      temperature: 0.2,
      topP: 0.5,
      seed: 7,
      stopSequences: ['END'],
      maxOutputTokens: 90,
      reasoning: 'low',
      responseFormat: { type: 'json', name: 'a', schema: { type: 'object' } },
    });
    expect(modelSettings({ text: { format: { type: 'json_object' } } }, true)).toEqual({
      responseFormat: { type: 'json' },
    });
  });

  it('takes what asks for nothing', () => {
    expect(
      modelSettings(
        { n: 1, logprobs: false, logit_bias: {}, audio: null, user: 'ada', metadata: { a: 'b' } },
        true,
      ),
    ).toEqual({});
  });

  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['logit_bias', { logit_bias: { 50256: -100 } }],
    ['functions', { functions: [{ name: 'x' }] }],
    ['parallel_tool_calls', { parallel_tool_calls: false }],
    ['response_format', { response_format: { type: 'xml' } }],
    ['stop', { stop: [1] }],
    ['best_of', { best_of: 3 }],
    // A property that every object has.
    ['constructor', { constructor: { prototype: { isAdmin: true } } }],
  ])('refuses %s', (param, request) => {
    expect(() => modelSettings(request, true)).toThrow(expect.objectContaining({ param, status: 400 }));
  });

  it('refuses of the built-in model what only a language model can do', () => {
    expect(() => modelSettings({ response_format: { type: 'json_object' } }, false)).toThrow(
      /language model/u,
    );
  });

  it('knows which tool must be called, and which must not', () => {
    expect(toolChoice('none', ['a'])).toEqual({ offers: false, forced: null });
    expect(toolChoice('required', ['a'])).toEqual({ offers: true, forced: 'a' });
    expect(toolChoice({ type: 'function', function: { name: 'b' } }, ['a', 'b'])).toMatchObject({
      forced: 'b',
    });
    expect(() => toolChoice('required', ['a', 'b'])).toThrow(/tool_choice/u);
    expect(() => toolChoice({ type: 'function', name: 'c' }, ['a'])).toThrow(/tool_choice/u);
  });
});
