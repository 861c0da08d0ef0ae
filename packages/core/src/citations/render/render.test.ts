import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceLedger } from '../../sources/source-ledger.js';
import { CitationStream } from '../citation-stream.js';
import type { Citation } from '../citation.js';
import { answerText } from '../testing/answer-text.test-helper.js';
import { answerSpans } from './answer-spans.js';
import type { CitationMode } from './citation-mode.js';
import { CitationRenderer, renderCitations } from './citation-renderer.js';
import { formatSourceList } from './format-source-list.js';

const ledger = new SourceLedger();
ledger.assign({ itemId: 'a', title: 'First', url: 'https://example.org/a (1).pdf', origin: 'tool' });
ledger.assign({ itemId: 'b', title: 'Second', origin: 'file' });
ledger.assign({
  itemId: 'c',
  title: 'Line\none [x](y) *bold* <b>',
  url: 'https://example.org/c#part',
  origin: 'web',
});
const sourceByNumber = (number: number) => ledger.byNumber(number);
const render = (text: string, mode: CitationMode) => renderCitations(text, { mode, sourceByNumber });

describe('CIT-4 modes', () => {
  it.each<[CitationMode, string, string]>([
    [
      'links',
      'So [1], so [2] and [1, 3].',
      'So [[1]](https://example.org/a%20%281%29.pdf), so [2] and [[1]](https://example.org/a%20%281%29.pdf)[[3]](https://example.org/c#part).',
    ],
    // CIT-2: in a list of known and unknown numbers, the known ones are recognised.
    ['links', 'in [2023] and [1, 2023]', 'in [2023] and [[1]](https://example.org/a%20%281%29.pdf)[2023]'],
    ['bare', 'in 【2023】 and 【1, 2023】', 'in 【2023】 and [1, 2023]'],
    ['removed', 'in [2023] and [1, 2023].', 'in [2023] and [2023].'],
    ['bare', 'So [[1]] and 【2†x】 and ［１、３］.', 'So [1] and [2] and [1, 3].'],
    ['bare', 'So 【1】(see below)', 'So 【1】(see below)'],
    ['removed', 'So [1].', 'So.'],
    ['removed', 'So [1][2], and [3] more [1] .', 'So, and more .'],
    ['removed', '[1] So\n  [2] it\n- [3] is', 'So\n  it\n- is'],
    ['removed', 'So[1] it is', 'So it is'],
    ['removed', 'in [2023] sales [1]\nend [2] ', 'in [2023] sales\nend'],
    ['removed', '`a[1]` [1](x) \\[1]', '`a[1]` [1](x) \\[1]'],
  ])('%s: %j', (mode, text, expected) => {
    expect(render(text, mode)).toBe(expected);
  });

  it('makes no link of an address that would run something', () => {
    const source = {
      number: 1,
      itemId: 'x',
      title: 'x',
      url: ' java\nscript:alert(1)',
      origin: 'web' as const,
    };
    expect(renderCitations('So [1].', { mode: 'links', sourceByNumber: () => source })).toBe('So [1].');
  });

  it('spans, joined, are the answer', () => {
    const spans = answerSpans('So [1, 9].', { sourceByNumber });
    expect(spans.map((span) => span.text)).toEqual(['So ', '[1, 9]', '.']);
    expect(spans[1]).toMatchObject({
      type: 'citation',
      sources: [
        { number: 1, source: { title: 'First' } },
        { number: 9, source: null },
      ],
    });
  });
});

describe('CIT-3 and CIT-2 in every mode', () => {
  const modes = fc.constantFrom<CitationMode>('links', 'bare', 'removed');

  it('the same output however the text was cut', () => {
    fc.assert(
      fc.property(answerText, modes, fc.array(fc.nat(), { maxLength: 6 }), (text, mode, cuts) => {
        const whole = render(text, mode);
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        for (const ends of [places, [...Array(text.length).keys()]]) {
          const renderer = new CitationRenderer({ mode, sourceByNumber });
          let out = '';
          let start = 0;
          for (const end of [...ends, text.length]) {
            out += renderer.push(text.slice(start, end));
            start = end;
          }
          expect(out + renderer.end()).toBe(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the bare mode of a bare text is itself', () => {
    fc.assert(
      fc.property(answerText, (text) => {
        const bare = render(text, 'bare');
        expect(render(bare, 'bare')).toBe(bare);
      }),
      { numRuns: 500 },
    );
  });

  it('removes nothing but numbers that have a source and the space around their markers', () => {
    const withoutSpace = (text: string) => text.replaceAll(/[ \t]/g, '');
    fc.assert(
      fc.property(answerText, (text) => {
        const stream = new CitationStream();
        const left = (written: string, numbers: readonly number[]) => {
          const unknown = numbers.filter((number) => !sourceByNumber(number));
          if (unknown.length === numbers.length) return written;
          return unknown.length === 0 ? '' : `[${unknown.join(', ')}]`;
        };
        const expected = [...stream.push(text), ...stream.end()]
          .map((event) => (event.type === 'text' ? event.text : left(event.text, event.numbers)))
          .join('');
        expect(withoutSpace(render(text, 'removed'))).toBe(withoutSpace(expected));
      }),
      { numRuns: 300 },
    );
  });
});

describe('CIT-6 a plain list of the cited sources', () => {
  const citation = (number: number, page?: number): Citation => ({
    citationId: String(number),
    number,
    itemId: ledger.byNumber(number)?.itemId ?? null,
    range: { start: 0, end: 3 },
    passage: page === undefined ? null : { chunkId: '0', start: 0, end: 1, text: 'x', page },
    score: null,
    verdict: null,
  });

  it('one line per item, escaped, with anchors', () => {
    const citations = [citation(3), citation(1, 4), citation(1, 7), citation(9)];
    expect(formatSourceList({ citations, sourceByNumber, format: 'markdown' }).split('\n')).toEqual([
      '- [1] [First](https://example.org/a%20%281%29.pdf#page=4), p. 4, 7',
      String.raw`- [3] [Line one \[x\]\(y\) \*bold\* \<b\>](https://example.org/c#part)`,
      '- [9] *No source has this number*',
    ]);
    expect(formatSourceList({ citations, sourceByNumber, format: 'plain' }).split('\n')).toEqual([
      '[1] First, p. 4, 7 <https://example.org/a%20%281%29.pdf#page=4>',
      '[3] Line one [x](y) *bold* <b> <https://example.org/c#part>',
      '[9] No source has this number',
    ]);
    expect(formatSourceList({ citations, sourceByNumber, format: 'plain', quotes: true })).toContain(
      'p. 4, 7 <',
    );
  });
});
