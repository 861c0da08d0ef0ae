import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from './claim-verifier.js';
import { refineWithReader } from './refine-with-reader.js';

const TEXT = 'The keeper was paid 3,200 crowns a year. The pilot station was moved in 1987.';
const scan = (doubtful: string[]): RetrievedChunk => ({
  itemId: 'log',
  chunkId: '1',
  title: 'Log',
  text: TEXT,
  score: 1,
  page: 2,
  ocr: {
    confidence: 88,
    doubtful: doubtful.map((word) => [TEXT.indexOf(word), TEXT.indexOf(word) + word.length]),
  },
});
const check = (claim: string, chunk: RetrievedChunk) =>
  new ClaimVerifier({ chunks: [chunk] }).check({ claim, chunks: [chunk] });

describe('KB-9 a claim that rests on a picture', () => {
  const claim = 'The keeper was paid 3,200 crowns a year.';

  it('is weak at best where a word of its passage was not read clearly, and says which', () => {
    expect(check(claim, scan([])).verdict).toBe('supported');
    const doubted = check(claim, scan(['3,200']));
    expect(doubted).toMatchObject({
      verdict: 'weak',
      reason: expect.stringContaining('“3,200”'),
      passage: { page: 2, ocr: { confidence: 88, doubtful: ['3,200'] } },
    });
  });

  it('is not held back by doubtful words elsewhere', () => {
    const other = check('The pilot station was moved in 1987.', scan(['3,200']));
    expect(other).toMatchObject({ verdict: 'supported', passage: { ocr: { doubtful: [] } } });
  });

  it('is not made better by what is wrong with it otherwise, nor by a second reader', async () => {
    const chunk = scan(['crowns']);
    const wrong = check('The keeper was paid 9,900 crowns a year.', chunk);
    expect(wrong.verdict).toBe('unsupported');
    const open = { ...check(claim, chunk), verdict: 'unsupported' as const, atBest: 'supported' as const };
    const [read] = await refineWithReader({
      claims: [{ check: open, claim, chunks: [chunk] }],
      read: (pairs) => Promise.resolve(pairs.map(() => 0.99)),
    });
    expect(read?.verdict).not.toBe('supported');
  });

  it('holds back the sources that carry the rest of the sentence too', () => {
    const first = { ...scan(['3,200']), text: 'The keeper was paid 3,200 crowns.' };
    const second = {
      ...first,
      itemId: 'rules',
      text: 'The harbour master lends the keys of the archive.',
      ocr: undefined,
    };
    const { ocr: _, ...plain } = second;
    const sources = [
      { number: 1, chunks: [first] },
      { number: 2, chunks: [plain] },
    ];
    const checks = new ClaimVerifier({ chunks: [first, plain] }).checkGroup({
      claim: 'The keeper was paid 3,200 crowns, and the harbour master lends the keys of the archive.',
      sources,
    });
    expect(checks.map(({ verdict }) => verdict)).not.toContain('supported');
  });
});
