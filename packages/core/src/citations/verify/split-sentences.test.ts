import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastSentence, splitSentences } from './split-sentences.js';

const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it.each([
    ['It is so. It was so! Was it? Yes.', ['It is so.', 'It was so!', 'Was it?', 'Yes.']],
    ['He said "It is so." Then he left.', ['He said "It is so."', 'Then he left.']],
    ['The cry "To arms!" is from the play.', ['The cry "To arms!" is from the play.']],
    [
      'See e.g. the report by Dr. Smith et al. on p. 4. It is long.',
      ['See e.g. the report by Dr. Smith et al. on p. 4.', 'It is long.'],
    ],
    ['It costs 3.50 in the U.S. and J. Doe paid.', ['It costs 3.50 in the U.S. and J. Doe paid.']],
    ['It leaves at 09:15. Be there.', ['It leaves at 09:15.', 'Be there.']],
    ['Steps: 1. Open it. 2. Close it.', ['Steps: 1. Open it.', '2. Close it.']],
    [
      '- one thing\n- another thing\n\nText over\ntwo lines',
      ['- one thing', '- another thing', 'Text over\ntwo lines'],
    ],
    ['これは本です。それは何ですか？はい', ['これは本です。', 'それは何ですか？', 'はい']],
    [
      'Das gilt z. B. nicht. Der Vertrag endet am 3. Mai.',
      ['Das gilt z. B. nicht.', 'Der Vertrag endet am 3. Mai.'],
    ],
    ['यह सच है। वह झूठ है।', ['यह सच है।', 'वह झूठ है।']],
    ['يذهبون لسماعه يخطُب. نشرَ تعليقاً.', ['يذهبون لسماعه يخطُب.', 'نشرَ تعليقاً.']],
    [
      'Es endet am 4. Jänner. Es waren 312. Mai war kühl.',
      ['Es endet am 4. Jänner.', 'Es waren 312.', 'Mai war kühl.'],
    ],
    ['هل هذا صحيح؟ نعم.', ['هل هذا صحيح؟', 'نعم.']],
    ['It is so.[1] Then more.', ['It is so.', '[1] Then more.']],
    [
      '## 2. Fee\nThe fee is\n18,400 EUR.\r\n# Term\r\nIt runs on',
      ['## 2. Fee', 'The fee is\n18,400 EUR.', '# Term', 'It runs on'],
    ],
    ['---\nThe fee is due.\n***\nIt is paid', ['---', 'The fee is due.', '***', 'It is paid']],
    ['C# is used\nas is #1 here\nand there', ['C# is used\nas is #1 here\nand there']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('loses nothing but white space, and never overlaps', () => {
    const part = fc.constantFrom(
      '.',
      '. ',
      '! ',
      '? ',
      '\n',
      '\n\n',
      '- ',
      '# ',
      '---',
      '1. ',
      'word',
      'Word ',
      'e.g. ',
      '"',
      '。',
      '漢字',
      '[1]',
      '…',
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          let end = 0;
          for (const span of splitSentences(text)) {
            expect(text.slice(end, span.start).trim()).toBe('');
            expect(span.end).toBeGreaterThan(span.start);
            end = span.end;
          }
          expect(text.slice(end).trim()).toBe('');
        },
      ),
    );
  });

  it('finds the last one by itself, however long the text before it', () => {
    const part = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('Word ', 'word ', 'e.g. ', '2. ', '[1]', '漢字', '"', ' ', 'z. B. '),
      },
      { weight: 1, arbitrary: fc.constantFrom('. ', '.', '? ', '\n', '\n\n', '- ', '1. ', '。', '…', ') ') },
      { weight: 1, arbitrary: fc.constantFrom('# ', '\n## ', '\n---\n', `\n# ${'Word '.repeat(90)}\n`) },
      { weight: 1, arbitrary: fc.constantFrom(' '.repeat(80), '.'.repeat(90), 'word '.repeat(90), '“A.” ') },
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 300, size: 'max' }).map((parts) => parts.join('')),
        (text) => {
          expect(lastSentence(text)).toEqual(splitSentences(text).at(-1));
        },
      ),
      { numRuns: 300 },
    );
  });
});
