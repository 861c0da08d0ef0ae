import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../citations/citation.js';
import {
  deduplicateChunks,
  findBackReferences,
  listSources,
  ReferenceManager,
  SourceLedger,
  sourceIdOf,
} from './index.js';
import { namedSourceNumbers } from './find-back-references.js';
import type { RetrievedChunk } from './retrieved-chunk.js';

const chunk = (id: string, score: number | null, text: string | null = `text of ${id}`): RetrievedChunk => {
  const [itemId = '', chunkId = ''] = id.split('/');
  return { itemId, chunkId, title: itemId.toUpperCase(), text, score };
};

describe('REF-1 the reference manager', () => {
  it('gives chunks in order, by call, and what is left after reduction', () => {
    const manager = new ReferenceManager();
    manager.collect('call1', [chunk('a/0', 2), chunk('b/0', 1)]);
    manager.collect('call2', [chunk('a/0', 3)]);
    manager.collect('call1', [chunk('c/0', 5)]);
    const ids = () => manager.allChunks().map(({ itemId }) => itemId);
    expect(ids()).toEqual(['a', 'b', 'c', 'a']);
    expect(manager.chunksOf('call2')).toHaveLength(1);
    expect(manager.chunksOf('nowhere')).toEqual([]);
    expect([...manager.chunksByCall().keys()]).toEqual(['call1', 'call2']);
    manager.replace(new Map([['call1', [chunk('b/0', 1)]]]));
    expect(ids()).toEqual(['b']);
    expect(manager.chunk('c-0')?.text).toBe('text of c/0');
  });

  it('keeps one reference set per answer; the latest leads to its chunks after reduction, too', () => {
    const manager = new ReferenceManager();
    expect(manager.latestReferenceSet).toBeNull();
    manager.collect('call1', [chunk('a/0', 2, null), chunk('a/1', 1)]);
    manager.collect('call2', [chunk('a/0', 1)]);
    manager.addReferenceSet({ answerId: 'm1', references: [{ number: 1, sourceId: 'a-1' }] });
    manager.addReferenceSet({
      answerId: 'm2',
      references: [
        { number: 1, sourceId: 'a-0' },
        { number: 1, sourceId: 'a-0' },
        { number: 9, sourceId: 'gone-0' },
      ],
    });
    manager.replace(new Map());
    expect(manager.referenceSets.map(({ answerId }) => answerId)).toEqual(['m1', 'm2']);
    expect(manager.latestReferencedChunks().map(({ text }) => text)).toEqual(['text of a/0']);
  });
});

describe('REF-1 source ids', () => {
  it('no two pairs of item and chunk share one', () => {
    expect(sourceIdOf({ itemId: 'a-b', chunkId: 'c' })).not.toBe(sourceIdOf({ itemId: 'a', chunkId: 'b-c' }));
    fc.assert(
      fc.property(fc.array(fc.constantFrom('-', '%', '2', 'D', 'a'), { maxLength: 8 }), (signs) => {
        const text = signs.join('');
        const ids = Array.from({ length: text.length + 1 }, (_, cut) =>
          sourceIdOf({ itemId: text.slice(0, cut), chunkId: text.slice(cut) }),
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('finds what earlier turns collected of an item, asked for once', () => {
    let asked = 0;
    const manager = new ReferenceManager({
      earlier: () => {
        asked++;
        return [chunk('a/0', 1), chunk('b/0', 1)];
      },
    });
    manager.collect('call1', [chunk('a/1', 2)]);
    expect(asked).toBe(0);
    expect(manager.chunksOfItem('a').map(({ chunkId }) => chunkId)).toEqual(['1', '0']);
    expect(manager.chunksOfItem('b')).toHaveLength(1);
    expect(asked).toBe(1);
  });
});

describe('REF-4 deduplication over all calls of a turn', () => {
  it('the best score wins, text beats no text, order is by score', () => {
    const { chunks, repeated, skipped } = deduplicateChunks({
      calls: [
        { callId: '1', chunks: [chunk('a/0', 0.2), chunk('b/0', 0.9, null)] },
        { callId: '2', chunks: [chunk('b/0', 0.1), chunk('a/0', 0.5), chunk('c/0', 0.7)] },
      ],
    });
    expect(chunks.map(({ itemId, score, text }) => [itemId, score, text])).toEqual([
      ['b', 0.9, 'text of b/0'],
      ['c', 0.7, 'text of c/0'],
      ['a', 0.5, 'text of a/0'],
    ]);
    expect(repeated).toBe(2);
    expect(skipped).toEqual([]);
  });

  it('leaves out what is malformed, and tells', () => {
    const calls = [
      {
        callId: '1',
        chunks: [
          null,
          7,
          {},
          { itemId: 'x' },
          chunk('a/0', null),
          chunk('b/0', 1, null),
          chunk('c/0', Number.NaN),
          chunk('d/0', 1),
        ],
      },
      { callId: '2', chunks: 'oops' },
      { callId: '3', chunks: undefined },
    ];
    const { chunks, skipped } = deduplicateChunks({ calls });
    expect(chunks.map(({ itemId }) => itemId)).toEqual(['d']);
    expect(skipped.map(({ reason }) => reason).sort()).toEqual([
      'malformed',
      'malformed',
      'malformed',
      'malformed',
      'malformed',
      'no-score',
      'no-score',
      'no-text',
    ]);
    const kept = deduplicateChunks({ calls, keepUnscored: true }).chunks.map(({ itemId }) => itemId);
    expect(kept).toEqual(['d', 'a', 'c']);
  });

  it('never breaks, whatever a tool returned, and the order of calls decides nothing but ties', () => {
    const anyChunk = fc.record({
      itemId: fc.constantFrom('a', 'b', 'c'),
      chunkId: fc.constantFrom('0', '1'),
      title: fc.constant('t'),
      text: fc.option(fc.constant('text')),
      score: fc.option(fc.integer({ min: 0, max: 5 })),
    });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.anything(), fc.array(fc.oneof(fc.anything(), anyChunk)))),
        (results) => {
          const calls = results.map((chunks, index) => ({ callId: String(index), chunks }));
          const { chunks } = deduplicateChunks({ calls });
          const ids = chunks.map(({ itemId, chunkId }) => `${itemId}-${chunkId}`);
          expect(new Set(ids).size).toBe(ids.length);
          const reversed = deduplicateChunks({ calls: calls.toReversed() }).chunks;
          expect(reversed.map(({ score }) => score)).toEqual(chunks.map(({ score }) => score));
        },
      ),
    );
  });
});

const ledger = new SourceLedger();
for (const itemId of ['a', 'b', 'c']) ledger.assign({ itemId, title: itemId, origin: 'tool' });

describe('REF-5 cited and retrieved are different lists', () => {
  it('lists what the answer names, in its order, and the rest, best first', () => {
    const citation = (citationId: string, number: number, itemId: string | null): Citation => ({
      citationId,
      number,
      itemId,
      range: { start: 0, end: 3 },
      passage: null,
      score: null,
      verdict: null,
    });
    const lists = listSources({
      citations: [
        citation('1', 2, 'b'),
        citation('2', 9, null),
        citation('1', 2, 'b'),
        citation('3', 2, 'b'),
      ],
      chunks: [chunk('a/0', 1), chunk('b/0', 9), chunk('c/0', 4), chunk('a/1', 5), chunk('unknown/0', 7)],
      sourceByItem: (itemId) => ledger.byItem(itemId),
    });
    expect(lists.cited.map(({ number, citations }) => [number, citations.length])).toEqual([[2, 2]]);
    expect(lists.retrieved.map(({ number }) => number)).toEqual([1, 3]);
  });
});

describe('REF-2 back-references', () => {
  it.each([
    ['What did you mean by [3] and [1, 2]?', [3, 1, 2]],
    ['as in source 3 above', [3]],
    ['Compare sources 2 and 5, please', [2, 5]],
    ['Was steht in Quelle 3?', [3]],
    ['来源3里说了什么', [3]],
    ['see ref. 4', [4]],
    ['document #7', [7]],
    ['in 2023 we had 3 cats', []],
    ['`a[1]` fails', []],
  ])('%j', (text, expected) => {
    expect(namedSourceNumbers(text)).toEqual(expected);
  });

  it('brings back the passages of a source that was named, the cited ones first', () => {
    const [reference] = findBackReferences({
      text: 'What else does source 2 say, and source 99?',
      sourceByNumber: (number) => ledger.byNumber(number),
      earlierChunks: () => [
        chunk('b/0', 0.1),
        chunk('b/1', 0.9),
        chunk('b/2', 0.5),
        chunk('b/3', 1, null),
        chunk('b/4', 2),
      ],
      alreadyShown: new Set(['b-4']),
      citedChunkIds: () => ['0'],
      maxChunksPerSource: 2,
    });
    expect(reference?.source.number).toBe(2);
    expect(reference?.chunks.map(({ chunkId }) => chunkId)).toEqual(['0', '1']);
  });
});
