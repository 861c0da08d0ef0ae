import type { LanguageModelV3 } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../testing/scripted-model.js';
import { usableModel } from './usable-model.js';

describe('MOD-1 models of the AI SDK', () => {
  const model = scriptedModel([[{ text: 'Yes.' }], [{ text: 'Yes.' }]]);

  it('are called as they are, or in the form of the version before', async () => {
    expect(usableModel(model)).toBe(model);
    const older: LanguageModelV3 = { ...model, specificationVersion: 'v3' } as never;
    const bytes = new Uint8Array([1]);
    const url = new URL('https://example.org/a.png');
    const file = (data: object) => ({ type: 'file', mediaType: 'image/png', data }) as never;
    await usableModel(older).doStream({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            file({ type: 'data', data: bytes }),
            file({ type: 'url', url }),
          ],
        },
      ],
    });
    expect(model.requests[0]?.prompt).toMatchObject([
      { content: 'Be brief.' },
      { content: [{ text: 'What is this?' }, { data: bytes }, { data: url }] },
    ]);
  });

  it.each([
    ['openai/gpt-5', 'only the name of a model'],
    [{ ...model, specificationVersion: 'v2' }, 'version "v2"'],
    [{}, 'not a language model'],
    [undefined, 'not a language model'],
  ])('are told from anything else: %s', (given, message) => {
    expect(() => usableModel(given as never)).toThrow(message);
  });
});
