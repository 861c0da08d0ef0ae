import { describe, expect, it } from 'vitest';
import { fitChunks } from './fit-chunks.js';

const partsOf = (count: number, characters = 40) =>
  Array.from({ length: count }, (_, ordinal) => ({
    itemId: 'page',
    chunkId: String(ordinal),
    title: 'Page',
    text: `Part ${ordinal} `.padEnd(characters, '.'),
    score: 1,
    tokens: 500,
  }));

describe('CTX-11 a page that is longer than the room', () => {
  it('gives what fits, hands on the rest to be kept, and says how to go on', () => {
    const { chunks, leftOut, figures } = fitChunks({
      chunks: partsOf(10),
      start: 0,
      total: 10,
      availableTokens: 5_000,
    });
    expect(chunks?.map(({ chunkId }) => chunkId)).toEqual(['0', '1', '2', '3', '4']);
    expect(leftOut?.map(({ chunkId }) => chunkId)).toEqual(['5', '6', '7', '8', '9']);
    expect(figures).toEqual({ parts: 10, shown_from: 0, continue_with_start: 5 });
  });

  it('leaves nothing out where all of it fits', () => {
    expect(fitChunks({ chunks: partsOf(3), start: 0, total: 3, availableTokens: 5_000 })).toEqual({
      text: '',
      chunks: partsOf(3).map(({ tokens: _tokens, ...chunk }) => chunk),
      figures: { parts: 3, shown_from: 0 },
    });
  });

  it('keeps no more than a million characters of a page: the rest is read on by calls', () => {
    const { leftOut } = fitChunks({
      chunks: partsOf(2_000, 1_000),
      start: 0,
      total: 2_000,
      availableTokens: 5_000,
    });
    expect(leftOut).toHaveLength(1_000);
  });
});
