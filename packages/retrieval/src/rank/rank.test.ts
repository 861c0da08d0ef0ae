import type { RerankingModelV4 } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amongMore } from './among-more.js';
import { lengthPenalty, wordInformation, wordShare } from './bm25.js';
import { fuseScores } from './fuse-scores.js';
import type { RankedChunk } from './fuse-scores.js';
import { aiSdkReranker } from './reranker.js';

const chunk = (row: number, keyword: number, semantic: number | null, itemRow = row): RankedChunk => ({
  row,
  itemRow,
  keyword,
  semantic,
});
const similarity = { mean: 0.1, deviation: 0.1 };
const order = (chunks: RankedChunk[], embedderKnowsLanguage = true) =>
  fuseScores({ chunks, similarity, embedderKnowsLanguage }).map((fused) => fused.row);

const anyChunks = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 30 })
  .chain((rows) =>
    fc.tuple(
      ...rows.map((row) =>
        fc
          .tuple(fc.integer({ min: 0, max: 20 }), fc.option(fc.integer({ min: -10, max: 10 })))
          .map(([keyword, semantic]) =>
            chunk(row, keyword, semantic === null ? null : semantic / 10, row % 7),
          ),
      ),
    ),
  );

describe('KB-3 fusion', () => {
  it('drops nothing that only one side found, and orders by score', () => {
    fc.assert(
      fc.property(anyChunks, fc.boolean(), (chunks, known) => {
        const fused = fuseScores({ chunks, similarity, embedderKnowsLanguage: known });
        expect(new Set(fused.map((one) => one.row))).toEqual(new Set(chunks.map((one) => one.row)));
        expect(fused).toHaveLength(chunks.length);
        const scores = fused.map((one) => one.score);
        expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        expect(scores.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('is sure when a side is sure', () => {
    expect(order([chunk(1, 10, 0.2), chunk(3, 1, 0.25)])).toEqual([1, 3]);
    expect(order([chunk(1, 10, 0.1), chunk(3, 9, 0.8)])).toEqual([3, 1]);
  });

  it('follows the words the less, the more chunks have them as well', () => {
    const near = chunk(1, 10, 0.1);
    const meant = chunk(3, 4, 0.4);
    const others = (keyword: number) =>
      Array.from({ length: 12 }, (_, at) => chunk(5 + at * 2, keyword, 0.1));
    expect(order([near, meant, ...others(0)])[0]).toBe(1);
    expect(order([near, meant, ...others(9.5)])[0]).toBe(3);
  });

  it('follows words that stand out nowhere the less, the surer the meaning is', () => {
    const found = chunk(1, 10, 0.3);
    const meant = chunk(3, 5, 0.34);
    // Every chunk has the words, so they say little. The semantically nearest chunk decides how little.
    const others = Array.from({ length: 12 }, (_, at) => chunk(7 + at * 2, 9.9, 0.1));
    const before = (nearest: number) => order([found, meant, chunk(5, 0, nearest), ...others]);
    const unsure = before(0.3);
    const sure = before(0.7);
    expect(unsure.indexOf(1)).toBeLessThan(unsure.indexOf(3));
    expect(sure.indexOf(3)).toBeLessThan(sure.indexOf(1));
  });

  it('follows the words where the embedder does not know the language', () => {
    const chunks = [chunk(1, 10, 0.1), chunk(3, 5, 0.9)];
    expect(order(chunks, true)).toEqual([3, 1]);
    expect(order(chunks, false)).toEqual([1, 3]);
  });

  it('follows the meaning alone where no word occurs, and the words alone without vectors', () => {
    expect(order([chunk(1, 0, 0.2), chunk(3, 0, 0.4)])).toEqual([3, 1]);
    expect(order([chunk(1, 2, null), chunk(3, 5, null)])).toEqual([3, 1]);
  });

  it('prefers a chunk beside a good one of the same item', () => {
    const equal = [chunk(10, 5, 0.3, 1), chunk(20, 5, 0.3, 2)];
    expect(order([...equal, chunk(21, 9, 0.6, 2)])).toEqual([21, 20, 10]);
    expect(order([...equal, chunk(21, 9, 0.6, 3)])).toEqual([21, 10, 20]);
  });

  it('prefers a chunk of an item that has a good one anywhere', () => {
    const equal = [chunk(10, 5, 0.3, 1), chunk(20, 5, 0.3, 2)];
    expect(order([...equal, chunk(40, 9, 0.6, 2)])).toEqual([40, 20, 10]);
    expect(order([...equal, chunk(40, 9, 0.6, 3)])).toEqual([40, 10, 20]);
  });
});

describe('KB-3 the weight of words', () => {
  it('grows with rarity and with count, ever slower, and less in long chunks', () => {
    const rare = wordInformation({ chunks: 1000, chunksWithWord: 3 });
    expect(rare).toBeGreaterThan(wordInformation({ chunks: 1000, chunksWithWord: 300 }));
    expect(wordInformation({ chunks: 10, chunksWithWord: 12 })).toBeGreaterThan(0);
    const beside = (chunksWithWord: number) =>
      wordInformation({ chunks: 1000, chunksWithWord, besideMeaning: true });
    expect(beside(3) / beside(300)).toBeGreaterThan(
      rare / wordInformation({ chunks: 1000, chunksWithWord: 300 }),
    );
    const short = lengthPenalty({ length: 50, averageLength: 100 });
    const long = lengthPenalty({ length: 400, averageLength: 100 });
    expect(wordShare(1, short)).toBeGreaterThan(wordShare(1, long));
    const gains = [1, 2, 3].map((count) => wordShare(count + 1, short) - wordShare(count, short));
    expect(gains.every((gain) => gain > 0)).toBe(true);
    expect(gains[0]).toBeGreaterThan(gains[2]!);
  });
});

describe('KB-3 words of few documents', () => {
  const weight = (
    counts: { chunksWithWord: number; itemsWithWord: number },
    size = { items: 4, chunks: 40 },
  ) => wordInformation(amongMore({ ...size, ...counts }));

  it('tell more where one document has them in every chunk than where each has them in some', () => {
    const name = weight({ chunksWithWord: 10, itemsWithWord: 1 });
    expect(name).toBeGreaterThan(weight({ chunksWithWord: 10, itemsWithWord: 4 }) + 2);
    expect(name).toBeGreaterThan(weight({ chunksWithWord: 10, itemsWithWord: 2 }) + 0.5);
    // The share stays the same: a word in all documents is in all of the added ones.
    const common = { chunksWithWord: 40, itemsWithWord: 4 };
    expect(amongMore({ items: 4, chunks: 40, ...common })).toEqual({ chunks: 440, chunksWithWord: 440 });
  });

  it('are counted as they are where there are many documents or chunks, and where there is but one', () => {
    const counts = { chunksWithWord: 3, itemsWithWord: 2 };
    for (const size of [
      { items: 400, chunks: 900 },
      { items: 90, chunks: 4_000 },
      { items: 1, chunks: 40 },
    ])
      expect(amongMore({ ...size, ...counts })).toEqual({ chunks: size.chunks, chunksWithWord: 3 });
    // Without a jump before the limit.
    const near = amongMore({ items: 399, chunks: 900, ...counts });
    expect(near.chunks).toBeLessThan(903);
    expect(amongMore({ items: 90, chunks: 3_999, ...counts }).chunks).toBeLessThanOrEqual(4_000);
    expect(amongMore({ items: 0, chunks: 0, chunksWithWord: 0, itemsWithWord: 0 }).chunks).toBe(0);
  });
});

describe('KB-3 a reranker of the AI SDK', () => {
  it('scores documents in their order, those it left out lowest', async () => {
    const model: RerankingModelV4 = {
      specificationVersion: 'v4',
      provider: 'test',
      modelId: 'r',
      doRerank: async () => ({
        ranking: [
          { index: 2, relevanceScore: 0.9 },
          { index: 0, relevanceScore: 0.2 },
        ],
      }),
    };
    const reranker = aiSdkReranker({ model });
    const scores = await reranker.rerank('q', ['a', 'b', 'c']);
    expect(scores[2]).toBe(0.9);
    expect(scores[1]).toBeLessThan(scores[0]!);
  });
});
