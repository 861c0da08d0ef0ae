import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPassage } from './find-passage.js';

const marked = (pieces: string[], passage: string) =>
  findPassage(pieces, passage)?.ranges.map(({ piece, start, end }) => pieces[piece]?.slice(start, end)) ??
  null;

describe('CIT-5 a passage on the page of a PDF', () => {
  it('is found over lines, hyphens and ligatures', () => {
    expect(
      marked(
        ['Report. The ﬁrst measure-', 'ments were taken at noon. More.'],
        'The first measurements were taken at noon.',
      ),
    ).toEqual(['The ﬁrst measure', 'ments were taken at noon.']);
  });

  it('is marked with what closes it', () => {
    const passage = 'The basin is 12 m deep (at low water).';
    expect(marked(['The basin is 12 m deep (at low water). More.'], passage)).toEqual([passage]);
    expect(marked(['The basin is 12 m deep (at low water', '). More.'], passage)).toEqual([
      'The basin is 12 m deep (at low water',
      ').',
    ]);
  });

  it('is found without the Markdown of the stored text', () => {
    expect(marked(['Depth', '40 m', 'Salt', '3'], '| Depth | 40 m |')).toEqual(['Depth', '40 m']);
  });

  it('is found as far as it is on this page', () => {
    const passage = 'The tide turned at noon and the boats went out to sea at once.';
    expect(findPassage(['Before. The tide turned at noon and'], passage)).toMatchObject({ whole: false });
    expect(marked(['the boats went out to sea at once. After.'], passage)).toEqual([
      'the boats went out to sea at once',
    ]);
  });

  it('is found up to where the page differs', () => {
    expect(
      marked(['The tide turned at noon and nobody saw it.'], 'The tide turned at noon and 14 boats left.'),
    ).toEqual(['The tide turned at noon and']);
  });

  it('is not found where it is not', () => {
    expect(findPassage(['Nothing of the kind.'], 'The tide turned at noon.')).toBeNull();
    expect(findPassage(['Nothing of the kind.'], '***')).toBeNull();
    expect(findPassage([], 'The tide')).toBeNull();
  });

  it('marks exactly the letters of the passage, however the page is cut', () => {
    const word = fc.stringMatching(/^[a-zé]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 3, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        fc.array(fc.nat(200), { maxLength: 6 }),
        (words, first, second, cuts) => {
          const from = first % words.length;
          const to = from + 1 + (second % (words.length - from));
          const passage = words.slice(from, to).join(' ');
          const text = words.join(' ');
          const places = [...new Set(cuts.map((cut) => cut % text.length))].toSorted((a, b) => a - b);
          const pieces = [0, ...places].map((start, position) => text.slice(start, places[position]));
          const found = findPassage(pieces, passage);
          expect(found?.whole).toBe(true);
          const letters = (found?.ranges ?? [])
            .map(({ piece, start, end }) => pieces[piece]?.slice(start, end))
            .join('');
          expect(letters.replaceAll(' ', '')).toBe(passage.replaceAll(' ', ''));
        },
      ),
    );
  });
});
