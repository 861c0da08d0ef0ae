import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_INLINE_CODE } from '../markdown/index.js';
import type { CitationEvent, CitationMarker } from './citation-event.js';
import { CitationStream } from './citation-stream.js';
import { MAX_HELD } from './waiting-markers.js';
import { MAX_MARKER } from './marker-matcher.js';
import { answerText } from './testing/answer-text.test-helper.js';
import { charactersRead } from './testing/characters-read.test-helper.js';

function read(pieces: readonly string[]): CitationEvent[] {
  const stream = new CitationStream();
  return [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()];
}

function markers(...pieces: string[]): CitationMarker[] {
  return read(pieces).filter((event) => event.type === 'marker');
}

const numbers = (text: string) => markers(text).map((marker) => marker.numbers);

describe('CIT-1 forms read', () => {
  it.each([
    ['It is so [3].', [[3]]],
    ['It is so [1, 4].', [[1, 4]]],
    ['It is so [1][4].', [[1], [4]]],
    ['It is so [[3]].', [[3]]],
    ['It is so [[1, 4]].', [[1, 4]]],
    ['It is so [1-3].', [[1, 2, 3]]],
    ['It is so [1–3, 7].', [[1, 2, 3, 7]]],
    ['It is so [ 2 ; 5 ].', [[2, 5]]],
    ['そうです［３］。', [[3]]],
    ['そうです【１、２】。', [[1, 2]]],
    ['Mixed 【3] and [4】 and ［5】.', [[3], [4], [5]]],
    ['Mixed [【3】].', [[3]]],
    ['It is so 【3†source】 and 【4:0†a file.pdf】.', [[3], [4]]],
    ['word[3]', [[3]]],
    ['Wow![3] Yes', [[3]]],
    ['in [2023] sales', [[2023]]],
    ['[1] begins the line', [[1]]],
    ['from [1990-2023]', [[1990, 2023]]],
    ['[[3] and more]', [[3]]],
    ['[[[3]]]', [[3]]],
    ['[٣]', [[3]]],
    ['\\\\[3]', [[3]]],
    ['see 【3】(page 4)', [[3]]],
    ['[Smith][1]', [[1]]],
    ['[3]`code`', [[3]]],
    ['a ` lone backtick [3]', [[3]]],
    ['It costs $5 [3], or $7 [4] in May.', [[3], [4]]],
    ['It costs $5[3] and $7[4].', [[3], [4]]],
    ['Shares of $ABC rose [3].', [[3]]],
    ['Shares of $ABC rose [3].\nThose of $DEF$ fell [4].', [[3], [4]]],
    ['Set `$HOME` first [3], then `$PATH`.', [[3]]],
    ['So $x$ is known [3], and $y$ too [4].', [[3], [4]]],
    ['$$\nx\n$$\n\nSo it is [3].', [[3]]],
    ['Written \\(x\\) here [3].', [[3]]],
    ['An aside [see it [3] there] and on.', [[3]]],
    ['An open bracket [ and [3].', [[3]]],
    ['See https://example.org/a [3].', [[3]]],
    ['A <b>bold</b> word [3], 1 < 2 [4].', [[3], [4]]],
    ['<code>a</code> is so [3].', [[3]]],
    ['Use `<pre>` for code [1].', [[1]]],
    ['> ```<pre>\r\n[1]', [[1]]],
    ['<code>[1] (</code>[2]', [[2]]],
    ['~~~\n$$\n~~~\n[3]', [[3]]],
    ['either/or [3] and // [4]', [[3], [4]]],
    ['- item\n\n    more of the item [3]', [[3]]],
  ])('%j', (text, expected) => {
    expect(numbers(text)).toEqual(expected);
  });
});

describe('CIT-1 not read', () => {
  it.each([
    'note [^1] and [^2]: text',
    '[3](https://example.org)',
    '[[3]](https://example.org)',
    '![3](picture.png)',
    '[text](https://example.org/a[1])',
    '[text](https://example.org/(a)[1])',
    '[1]: https://example.org',
    '`a[1]`',
    '`` a`[1] ``',
    '```\na[1]\n```',
    '````\n```\na[1]\n````',
    '~~~\na[1]\n~~~',
    'text\n\n    a[1]',
    '\\[1\\]',
    '[0] [007] [1234567]',
    '[x] [ ] [a1] [1a] [1 2] [1,] [,1] [-1] [1.5] [3:4]',
    '[1\n]',
    'open [1',
    'so $x \\in [1, 3]$ holds',
    'so $x[1]$ holds',
    'so $2x[1]$ holds',
    'so $a[1] + b[2]$ holds',
    '$$\nx = [1]\n$$',
    'inline $$x[1]$$ too',
    'so \\(x \\in [1, 3]\\) holds',
    '<code>a[1]</code>',
    '<pre class="x">\na[1]\n\nb[2]</pre>',
    'https://example.org/list[1]',
    '<https://example.org/list[1]>',
    '[the table of [3] and its notes](https://example.org)',
    '![a picture of [3]](a.png)',
    '[a [3] and b [4]](x)',
  ])('%j', (text) => {
    expect(numbers(text)).toEqual([]);
  });

  it('does not let an unclosed fence of one answer reach into the next', () => {
    expect(numbers('```\na[1]')).toEqual([]);
    expect(numbers('So it is [1].')).toEqual([[1]]);
  });
});

/** Joins text events; keeps markers with their positions. */
function normalise(events: readonly CitationEvent[]) {
  return {
    text: events.map((event) => event.text).join(''),
    markers: events.filter((event) => event.type === 'marker'),
  };
}

describe('CIT-3 the same answer however it was cut', () => {
  it('cut at every place, cut into single units, cut at random', () => {
    fc.assert(
      fc.property(answerText, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        const whole = normalise(read([text]));
        expect(whole.text).toBe(text);
        for (const marker of whole.markers)
          expect(text.slice(marker.range.start, marker.range.end)).toBe(marker.text);
        for (let cut = 1; cut < text.length; cut++)
          expect(normalise(read([text.slice(0, cut), text.slice(cut)]))).toEqual(whole);
        expect(normalise(read(text.split('')))).toEqual(whole);
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        const pieces = [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
        expect(normalise(read(pieces))).toEqual(whole);
      }),
      // A bracket after a bracket and a space is not the second of two.
      {
        numRuns: 150,
        examples: [
          ['[ [1]', []],
          ['[[ [1]]', []],
          ['[ [1] ]', []],
          ['~~~\n$$\n~~~\n[1]', []],
          ['$x [1] $y [2]$ [a [3]](b) [4]', []],
          ['$[1][1][[[1]\\```](', []],
          ['<pre>\n[1]</pre> [2] \\( [3] \\) [4] http://a[5] [6]', []],
        ],
      },
    );
  });

  it('with a marker that stands behind a bracket and a space', () => {
    expect(read(['[ [1]']).filter(({ type }) => type === 'marker')).toMatchObject([
      { text: '[1]', range: { start: 2, end: 5 } },
    ]);
  });

  it('also where one unfinished marker follows the other', () => {
    const sign = fc.constantFrom(
      '[',
      '[',
      '1',
      '2',
      ', ',
      '-',
      ']',
      ':',
      '(',
      ')',
      '\n',
      'a',
      '`',
      '\\',
      ' ',
      '[[[[[[[[',
      '[1-',
      ']]]',
      '](',
      '[a',
      '【',
      '†',
      '```\n',
      '$',
      '$$',
      '<code>',
      '</code>',
      '//',
    );
    const pieces = fc.array(
      fc.array(sign, { maxLength: 5 }).map((signs) => signs.join('')),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(pieces, (cut) => {
        const text = `So: ${cut.join('')}`;
        const whole = normalise(read([text]));
        expect(normalise(read(['So: ', ...cut]))).toEqual(whole);
        expect(normalise(read(text.match(/[^]{1,4}/g) ?? []))).toEqual(whole);
        expect(normalise(read(text.split('')))).toEqual(whole);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never hands out half a surrogate pair, and tells where each text begins', () => {
    fc.assert(
      fc.property(answerText, (text) => {
        let offset = 0;
        for (const event of read(text.split(''))) {
          expect(event.text).not.toMatch(/[\ud800-\udbff]$/);
          expect(event.type === 'text' ? event.start : event.range.start).toBe(offset);
          offset += event.text.length;
        }
      }),
    );
  });

  it('holds back a bounded amount', () => {
    const texts = [
      '['.repeat(4000),
      '[1, '.repeat(2000),
      '`[1] '.repeat(1000),
      `\`[${'a'.repeat(4000)}`,
      '【3†'.repeat(900),
      '$x [1] '.repeat(700),
      '[a [1] '.repeat(700),
      '<pre>[1] '.repeat(500),
    ];
    for (const text of texts) {
      const stream = new CitationStream();
      let given = 0;
      let pushed = 0;
      for (const piece of text.split('')) {
        pushed++;
        for (const event of stream.push(piece)) given += event.text.length;
        expect(pushed - given).toBeLessThanOrEqual(MAX_INLINE_CODE + MAX_MARKER + MAX_HELD + 4);
      }
    }
  });

  it('does not hold back text without brackets behind an open backtick', () => {
    const stream = new CitationStream();
    const given = ['a ', '`b ', 'c ', 'd'].flatMap((piece) => stream.push(piece)).map((event) => event.text);
    expect(given.join('')).toBe('a `b c d');
  });
});

describe('CIT-3 hard input costs little more than any other', () => {
  const reading = (text: string) => charactersRead(() => read(text.match(/[^]{1,4}/g) ?? []));

  // Each marker once read for itself what comes before and after it: each character up to 160 times.
  it.each(['[[1]', '[ [1]', 'a [1] [b ', '[[1]] [', '[【3†x】', '[[[[[1] ]]]]', '[1][', '[[1] ]]', '[[1]\n'])(
    'a line of nothing but %j reads each character about five times',
    (part) => {
      for (const length of [4_000, 8_000, 16_000]) {
        const text = part.repeat(length / part.length);
        expect(reading(text)).toBeLessThan(8 * text.length);
      }
    },
  );

  // No marker asks what is open, so nobody counts the brackets: each character is read to see that none closes.
  it.each(['[', '[1, ', '[1-', '[[1-2, '])('endless %j is read once', (part) => {
    const text = part.repeat(16_000 / part.length);
    expect(reading(text)).toBeLessThan(1.5 * text.length);
  });

  // Brackets that nobody asked about are dropped unread; what a marker asks about later must not change with that.
  it('a marker after many open brackets is judged by those before it, however the text was cut', () => {
    const before = fc.array(fc.constantFrom('[', '[1, ', ']', 'a ', '[b', '$', '\n', '\\', '//', '[2] '), {
      minLength: 1,
      maxLength: 5,
    });
    const after = fc.constantFrom('[3]](x)', '[3] ](x)', '[3]$', '[3] a');
    fc.assert(
      fc.property(before, fc.integer({ min: 1, max: 900 }), after, (parts, times, end) => {
        const text = `So: ${'[ '.repeat(times)}${parts.join('').repeat(1 + (times % 60))}${end}`;
        const whole = normalise(read([text]));
        for (const size of [1, 3, 7, 240, 1_000])
          expect(normalise(read(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []))).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  // Here what comes before a marker is read again for each, up to 400 characters.
  it.each(['$x [1] ', '$5 [1] [', '\\\\[1][', '//[1] [', '[[1] ` ', '\\( [1] ['])(
    'twice the text of %j takes twice the work',
    (part) => {
      const text = part.repeat(8_000 / part.length);
      expect(reading(text + text)).toBeLessThan(2.1 * reading(text));
      expect(reading(text)).toBeLessThan(100 * text.length);
    },
  );
});
