import { describe, expect, it } from 'vitest';
import type { EmbedTexts } from '../citations/verify/refine-with-embeddings.js';
import type { SecondReader } from '../citations/verify/refine-with-reader.js';
import { systemClock } from './system-clock.js';
import { play } from './play.test-helper.js';
import { call, toolNamed } from './tools.test-helper.js';

const TEXT = 'Vessels must leave before the tide turns. The fee is 40 crowns.';
const search = toolNamed('search', async () => ({
  text: '',
  chunks: [{ itemId: 'rules', chunkId: '1', title: 'Rules', text: TEXT, score: 1 }],
}));

/** Texts about boats get one vector, all others another. */
const embed: EmbedTexts = async (texts) =>
  texts.map((text) => (/vessel|boat|barge/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1)));

const turn = (answer: string[], embedClaims?: EmbedTexts) =>
  play({
    script: [[call('rules')], [{ text: answer }]],
    tools: [search],
    ...(embedClaims && { embedClaims }),
  });

describe('CIT-5 embeddings as a second signal', () => {
  const paraphrase = ['Barges have to sail early [1]. ', 'That is all there is to say about it.'];

  it('is off unless vectors are handed in', async () => {
    const { result } = await turn(paraphrase);
    expect(result.citations).toMatchObject([{ verdict: 'unsupported' }]);
  });

  it('tells a claim in other words again as weak, with its passage, under the same id', async () => {
    const { result, recorder } = await turn(paraphrase, embed);
    const told = recorder.of('citation').map(({ citation }) => citation);
    expect(told.map(({ verdict }) => verdict)).toEqual([null, 'unsupported', 'weak']);
    expect(new Set(told.map(({ citationId }) => citationId)).size).toBe(1);
    expect(result.citations).toEqual([told[2]]);
    expect(result.citations[0]?.passage?.text).toBe('Vessels must leave before the tide turns.');
  });

  it('never softens a number that is not there', async () => {
    const { result } = await turn(['Boats owe 90 coins [1].'], embed);
    expect(result.citations).toMatchObject([{ verdict: 'unsupported' }]);
  });

  it('holds nothing up: vectors that fail or never come change nothing', async () => {
    const failing = await turn(paraphrase, () => Promise.reject(new Error('no vectors')));
    expect(failing.result).toMatchObject({ status: 'complete', citations: [{ verdict: 'unsupported' }] });
    const waits: number[] = [];
    const hanging = await play({
      script: [[call('rules')], [{ text: paraphrase }]],
      tools: [search],
      embedClaims: () => new Promise(() => {}),
      clock: {
        ...systemClock,
        after: (milliseconds, callback) => {
          if (milliseconds > 1_000) return systemClock.after(milliseconds, callback);
          waits.push(milliseconds);
          return systemClock.after(0, callback);
        },
      },
    });
    expect(hanging.result).toMatchObject({ status: 'complete', citations: [{ verdict: 'unsupported' }] });
    expect(waits).toHaveLength(1);
  });
});

describe('CIT-5 a second reader', () => {
  const answer = [
    'Barges and other vessels leave early, ahead of the tide [1]. ',
    'The fee is 90 crowns [1].',
  ];
  const play1 = (secondReader: SecondReader) =>
    play({ script: [[call('rules')], [{ text: answer }]], tools: [search], secondReader });

  it('is asked once, after the text, about what is open, and its verdict follows under the same id', async () => {
    const asked: string[][] = [];
    const { result, recorder } = await play1(async (pairs) => {
      asked.push(pairs.map(({ claim }) => claim));
      return pairs.map(() => 0.95);
    });
    expect(asked).toHaveLength(1);
    expect(asked.flat().every((claim) => claim.startsWith('Barges'))).toBe(true);
    const [first, second] = result.citations;
    const told = recorder.of('citation').filter(({ citation }) => citation.citationId === first?.citationId);
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)?.citation).toEqual(first);
    expect(told.at(-2)?.citation.verdict).not.toBe(first?.verdict);
    expect(first).not.toHaveProperty('atBest');
    expect(second).toMatchObject({ verdict: 'unsupported' });
  });

  it('changes nothing when it fails', async () => {
    const failing = await play1(() => Promise.reject(new Error('no reader')));
    const without = await play({ script: [[call('rules')], [{ text: answer }]], tools: [search] });
    expect(failing.result.status).toBe('complete');
    expect(failing.result.citations).toEqual(without.result.citations);
  });
});
