import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.js';

const rowsOf = (text: string, delimiter: string) => [...readCsv([text], delimiter)];

describe('KB-1 tables of values', () => {
  it('reads marks, delimiters and lines inside marks, and what was never closed', () => {
    expect(rowsOf('a,b\n1,"2, ""two""\nlines"\n', ',')).toEqual([
      ['a', 'b'],
      ['1', '2, "two"\nlines'],
    ]);
    expect(rowsOf('5" pipe;x;', ';')).toEqual([['5" pipe', 'x', '']]);
    expect(rowsOf('"open,\nend', ',')).toEqual([['open,\nend']]);
    expect(rowsOf('"a"b,c', ',')).toEqual([['ab', 'c']]);
  });

  it('reads the same rows from pieces as from the whole', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', ' ') });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(20)), (text, lengths) => {
        const pieces: string[] = [];
        let at = 0;
        for (const length of lengths) pieces.push(text.slice(at, (at += length)));
        expect([...readCsv([...pieces, text.slice(at)], ',')]).toEqual(rowsOf(text, ','));
      }),
    );
  });

  it('gives back what was written, for any cells', () => {
    const cells = fc.array(fc.array(fc.string(), { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(cells, (rows) => {
        const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
        expect(rowsOf(`${quoted.join('\n')}\n`, ',')).toEqual(rows);
      }),
    );
  });
});
