import { describe, expect, it } from 'vitest';
import { documentBlocks, headingAbove } from './document-blocks.js';
import { documentLines } from './document-lines.js';

const text =
  '# Depths\n\nBefore\n\n## West\n\n| Place | Depth |\n|---|---|\n| A \\| B | 40 |\n| C | 7 |\n\nAfter';
const span = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
const plain = (cells: { text: string }[][] | null | undefined) =>
  cells?.map((cell) => cell.map((piece) => piece.text).join(''));

describe('CIT-5 the row of a table that a passage is', () => {
  it('stands in its table, below the header, marked cell by cell', () => {
    const blocks = documentBlocks(documentLines({ text, start: 0, span: span('| C | 7 |') }));
    const table = blocks.find((block) => block.kind === 'table');
    expect(plain(table?.header)).toEqual(['Place', 'Depth']);
    expect(table?.rows.map(plain)).toEqual([
      ['A | B', '40'],
      ['C', '7'],
    ]);
    expect(table?.rows[1]).toEqual([[{ text: 'C', marked: true }], [{ text: '7', marked: true }]]);
    expect(table?.rows[0]?.flat().some((piece) => piece.marked)).toBe(false);
    expect(blocks.at(-1)).toMatchObject({ kind: 'line', line: { kind: 'text' } });
  });

  it('has no header where the table began before the window', () => {
    const [table] = documentBlocks(documentLines({ text: '| C | 7 |\n| D | 9 |', start: 90, span: null }));
    expect(table).toMatchObject({ kind: 'table', header: null });
  });
});

describe('CIT-5 the heading a passage stands under', () => {
  it('is the last one before it', () => {
    const under = (words: string) => headingAbove(documentLines({ text, start: 0, span: span(words) }));
    expect(under('| C | 7 |')).toBe('West');
    expect(under('Before')).toBe('Depths');
    expect(under('# Depths')).toBeNull();
  });

  it('is none without a passage', () => {
    expect(headingAbove(documentLines({ text, start: 0, span: null }))).toBeNull();
  });
});
