import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from './claim-verifier.js';
import { refineWithReader, type SecondReader } from './refine-with-reader.js';

const chunk = (text: string, chunkId = '0'): RetrievedChunk => ({
  itemId: 'item',
  chunkId,
  title: 'Rules',
  text,
  score: 1,
});

async function readAgain(claim: string, texts: string[], likelihoods: (passage: string) => number) {
  const chunks = texts.map((text, index) => chunk(text, String(index)));
  const check = new ClaimVerifier({ chunks }).check({ claim, chunks });
  const seen: { claim: string; passage: string }[] = [];
  const read: SecondReader = async (pairs) => {
    seen.push(...pairs);
    return pairs.map(({ passage }) => likelihoods(passage));
  };
  const [after] = await refineWithReader({ claims: [{ check, claim, chunks }], read });
  return { check, after, seen };
}

describe('CIT-5 a second reader for what the rules leave open', () => {
  const PARAPHRASE = 'Captains of vessels have to depart early, ahead of the turning tide.';
  const RULE = 'Vessels must leave the harbour before the tide turns.';

  it('lifts a claim in other words, and shows where the reader found it', async () => {
    const { check, after, seen } = await readAgain(
      PARAPHRASE,
      ['The fee of vessels is due.', RULE],
      (passage) => (passage.includes('tide') ? 0.95 : 0.1),
    );
    expect(check.verdict).not.toBe('supported');
    expect(check.atBest).toBeDefined();
    expect(after?.verdict).toBe(check.atBest);
    expect(after?.passage?.chunkId).toBe('1');
    expect(after?.score).toBeGreaterThan(check.score);
    expect(seen.length).toBeGreaterThan(0);
  });

  it('leaves the verdict where the reader is not sure', async () => {
    const { check, after } = await readAgain(PARAPHRASE, [RULE], () => 0.5);
    expect(after?.verdict).toBe(check.verdict);
    expect(after?.reason).toBe(check.reason);
  });

  it.each([
    ['another figure', 'The fee is 90 crowns.', 'The fee is 40 crowns.'],
    ['another unit', 'The bridge is 412 kilometres long.', 'The bridge is 412 metres long.'],
    ['turned roles', 'Marsh sold the mill to Cole in 1902.', 'Cole sold the mill to Marsh in 1902.'],
    [
      'a name that is not there',
      'The tower was painted by Ansgar last year.',
      'The tower was painted last year.',
    ],
    ['words that were not said', 'The rules say “never on a Monday”.', 'The rules say little of days.'],
  ])('is not asked about %s', async (_, claim, source) => {
    const { check, after, seen } = await readAgain(claim, [source], () => 1);
    expect(check.verdict).not.toBe('supported');
    expect(after).toBe(check);
    expect(seen).toEqual([]);
  });

  it.each([
    ['only', 'Only captains of vessels depart early, ahead of the turning tide.'],
    ['without', 'Without a pilot, vessels depart early, ahead of the turning tide.'],
    ['usually', 'Usually the captains of vessels depart early, ahead of the turning tide.'],
    ['all', 'Captains of all vessels depart early, ahead of the turning tide.'],
  ])('never makes a claim green whose “%s” the passage does not have', async (_, claim) => {
    const { after } = await readAgain(claim, ['Vessels leave the harbour before the tide turns.'], () => 1);
    expect(after?.verdict).not.toBe('supported');
  });

  it('changes nothing where the reader cannot say', async () => {
    for (const value of [Number.NaN, -3, Infinity]) {
      const { check, after } = await readAgain(PARAPHRASE, [RULE], () => value);
      expect(after).toBe(check);
    }
  });
});
