import { describe, expect, it } from 'vitest';
import { checkCitations } from './check-citations.js';

const passages = [
  { title: 'Towers', text: 'The tower is 330 metres tall. It was built in 1889.' },
  { title: 'Paint', text: 'The tower is painted every seven years.' },
];

describe('CIT-5, CIT-7 an answer from anywhere', () => {
  it('is checked against its passages, by their places', () => {
    const { citations, claims, balance } = checkCitations(
      'The tower is 330 metres tall [1]. It is painted every nine years [2]. It was built in 1889.',
      passages,
    );
    expect(citations.map(({ number, verdict, title }) => [number, verdict, title])).toEqual([
      [1, 'supported', 'Towers'],
      [2, 'unsupported', 'Paint'],
    ]);
    expect(citations[0]?.passage?.text ?? '').toContain('330 metres');
    expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', 'unsupported', 'uncited']);
    expect(balance).toMatchObject({ claims: 3, supported: 1, unsupported: 1, uncited: 1 });
  });

  it('takes passages of one document for one source', () => {
    const [first, second] = passages.map((passage) => ({ ...passage, itemId: 'tower' }));
    const { citations } = checkCitations('It is painted every seven years [1], as [2] says.', [
      first ?? { text: '' },
      second ?? { text: '' },
    ]);
    expect(citations.map(({ number, verdict }) => [number, verdict])).toEqual([
      [1, 'supported'],
      [2, 'unknown'],
    ]);
  });

  // The time once doubled with each of these brackets.
  it('is read to its end, whatever brackets it has', () => {
    const { citations } = checkCitations(`It was ${'[[1]'.repeat(300)} x] built in 1889 [1].`, passages);
    expect(citations).toHaveLength(301);
  });

  it('says what is wrong with its input', () => {
    const check = checkCitations as (...input: unknown[]) => unknown;
    for (const [input, message] of [
      [[undefined, []], 'The answer to check must be a text, but it is undefined.'],
      [
        ['Rope floats [1].'],
        "The passages must be a list such as `[{ text: '…' }]`, but they are undefined.",
      ],
      [['Rope floats [1].', 'Rope.'], 'but they are a text.'],
      [
        ['Rope floats [1].', ['Rope.']],
        "Passage 1 must be an object such as `{ text: '…' }`, but it is a text.",
      ],
      [
        ['Rope floats [1].', [{ text: 'Rope.' }, { title: 'Rope' }]],
        'Passage 2 must have a `text`, but it is undefined.',
      ],
    ] as const)
      expect(() => check(...input)).toThrow(message);
  });

  it('says which number has no source, in words that fit a single answer', () => {
    expect(checkCitations('Rope floats [7].', passages).citations[0]?.reason).toBe(
      'No source has the number 7.',
    );
  });

  it('without passages has only unknown sources', () => {
    expect(checkCitations('Rope floats [1].', []).citations[0]?.verdict).toBe('unknown');
    expect(checkCitations('', []).balance.claims).toBe(0);
  });
});
