import { describe, expect, it } from 'vitest';
import { play } from './play.test-helper.js';
import type { AskSecondOpinion } from './second-opinion.js';
import { call, search } from './tools.test-helper.js';

const script = [[call('alpha')], [{ text: 'Alpha is the first letter [1]. Omega weighs 77 kilograms [1].' }]];

describe('CIT-8 a second opinion on what the local check doubts', () => {
  it('is asked for doubtful claims alone, with passages, and kept beside the verdict', async () => {
    const asked: Parameters<AskSecondOpinion>[0][] = [];
    const { result, recorder } = await play({
      script,
      tools: [search],
      secondOpinion: async (claims) => {
        asked.push(claims);
        return claims.map(() => ({ verdict: 'weak', reason: 'It names a letter.', modelId: 'm' }));
      },
    });
    expect(asked).toMatchObject([
      [
        {
          claim: 'Omega weighs 77 kilograms .',
          verdict: 'unsupported',
          passages: ['Alpha is the first letter.'],
        },
      ],
    ]);
    expect(result.citations).toMatchObject([
      { verdict: 'supported' },
      { verdict: 'unsupported', secondOpinion: { verdict: 'weak', modelId: 'm' } },
    ]);
    expect(result.citations[0]).not.toHaveProperty('secondOpinion');
    expect(recorder.of('citation').at(-1)?.citation.secondOpinion?.reason).toBe('It names a letter.');
    expect(recorder.of('claims')).toHaveLength(1);
  });

  it('changes nothing where it fails', async () => {
    const { result } = await play({
      script,
      tools: [search],
      secondOpinion: () => Promise.reject(new Error('The model is away.')),
    });
    expect(result).toMatchObject({ status: 'complete', citations: [{}, { verdict: 'unsupported' }] });
    expect(result.citations[1]).not.toHaveProperty('secondOpinion');
  });
});
