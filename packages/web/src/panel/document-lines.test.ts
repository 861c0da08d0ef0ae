import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentLines } from './document-lines.js';

describe('CIT-5 the passage in the lines of a document', () => {
  it('marks the passage and nothing else, over any number of lines', () => {
    const line = fc.stringMatching(/^[a-z ]{0,8}$/);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        fc.nat(40),
        fc.nat(20),
        fc.nat(9),
        (lines, from, length, start) => {
          const text = lines.join('\n');
          const span = { start: start + from, end: start + from + length };
          const shown = documentLines({ text, start, span });
          expect(shown.map(({ pieces }) => pieces.map((piece) => piece.text).join('')).join('\n')).toBe(text);
          const marked = shown.flatMap(({ pieces }) =>
            pieces.filter((piece) => piece.marked).map((piece) => piece.text),
          );
          expect(marked.join('')).toBe(text.slice(from, from + length).replaceAll('\n', ''));
        },
      ),
    );
  });

  it('tells headings and table rows, and hides the signs of a heading', () => {
    const shown = documentLines({
      text: '## Watches\n| a | b |\n\nplain',
      start: 0,
      span: { start: 3, end: 10 },
    });
    expect(shown.map((line) => line.kind)).toEqual(['heading', 'row', 'blank', 'text']);
    expect(shown[0]?.pieces).toEqual([{ text: 'Watches', marked: true }]);
  });

  it('joins the lines of a paragraph, and nothing that begins something of its own', () => {
    const text = 'One\ntwo\n\n- a\n- b\nc\n# H\nd';
    const shown = documentLines({ text, start: 0, span: { start: 1, end: 6 }, flow: true });
    expect(shown.map(({ pieces }) => pieces.map((piece) => piece.text).join(''))).toEqual([
      'One two',
      '',
      '• a',
      '• b c',
      'H',
      'd',
    ]);
    const marked = shown.flatMap(({ pieces }) => pieces.filter((piece) => piece.marked));
    expect(marked.map((piece) => piece.text).join('')).toBe('ne tw');
  });
});
