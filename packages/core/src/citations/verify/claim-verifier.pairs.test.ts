import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { heldOutPairs } from '../testing/held-out-pairs.test-helper.js';
import { minimalPairs, type MinimalPair } from '../testing/minimal-pairs.test-helper.js';
import { ClaimVerifier } from './claim-verifier.js';

const chunk = (text: string): RetrievedChunk => ({
  itemId: 'item',
  chunkId: '0',
  title: 'Untitled',
  text,
  score: 1,
});
const OTHERS = ['Cats sleep for twelve to sixteen hours a day.', 'The market opens at nine.'].map(chunk);

function judge(claim: string, { source }: MinimalPair) {
  const chunks = [chunk(source)];
  return new ClaimVerifier({ chunks: [...chunks, ...OTHERS] }).check({ claim, chunks });
}

/** Share of right claims rated supported, and of wrong ones not rated supported. */
function accuracy(pairs: readonly MinimalPair[]): number {
  let correct = 0;
  for (const pair of pairs) {
    if (judge(pair.right, pair).verdict === 'supported') correct++;
    if (judge(pair.wrong, pair).verdict !== 'supported') correct++;
  }
  return correct / (2 * pairs.length);
}

describe('CIT-5 claims that differ from their source in a single point', () => {
  it('are told apart in the sentences that the rules were made with', () => {
    expect(minimalPairs.length).toBeGreaterThan(80);
    expect(accuracy(minimalPairs)).toBeGreaterThanOrEqual(0.98);
  });

  it('are told apart in sentences that the rules were not made with', () => {
    expect(heldOutPairs.length).toBeGreaterThan(50);
    expect(accuracy(heldOutPairs)).toBeGreaterThanOrEqual(0.93);
  });

  it.each([...minimalPairs, ...heldOutPairs].filter(({ kind }) => kind === 'number'))(
    'a number that disagrees is never supported: $wrong',
    (pair) => {
      const { verdict, reason } = judge(pair.wrong, pair);
      expect(verdict).not.toBe('supported');
      expect(reason).toBeDefined();
    },
  );

  it('says what disagrees', () => {
    const said = (claim: string, source: string) =>
      judge(claim, { kind: 'number', language: 'en', source, right: '', wrong: '' }).reason;
    expect(said('The plan includes five users.', 'The plan includes three users.')).toMatch(
      /“five”.*“three”/,
    );
    expect(said('It does not support passkeys.', 'It supports passkeys and codes.')).toMatch(
      /“not … support”/,
    );
    expect(said('Sales of tea fell in May.', 'Sales of tea rose in May.')).toMatch(/“fell”.*“rose”/);
    expect(said('In 2015 Contoso bought Northwind.', 'Northwind bought Contoso in 2015.')).toMatch(
      /the other way round/,
    );
    expect(said('The Contoso office is in Basel.', 'The Northwind office is in Basel.')).toMatch(
      /“Northwind”/,
    );
  });
});
