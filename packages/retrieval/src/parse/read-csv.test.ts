import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.js';

describe('KB-1 tables of values', () => {
  it('reads marks, delimiters and lines inside marks, and what was never closed', () => {
    expect(readCsv('a,b\n1,"2, ""two""\nlines"\n', ',')).toEqual([
      ['a', 'b'],
      ['1', '2, "two"\nlines'],
    ]);
    expect(readCsv('5" pipe;x;', ';')).toEqual([['5" pipe', 'x', '']]);
    expect(readCsv('"open,\nend', ',')).toEqual([['open,\nend']]);
    expect(readCsv('"a"b,c', ',')).toEqual([['ab', 'c']]);
  });

  it('gives back what was written, for any cells', () => {
    const cells = fc.array(fc.array(fc.string(), { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(cells, (rows) => {
        const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
        expect(readCsv(`${quoted.join('\n')}\n`, ',')).toEqual(rows);
      }),
    );
  });
});
