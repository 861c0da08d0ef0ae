import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutMarkersAtEnd } from './markers-at-end.js';
import { charactersRead } from './testing/characters-read.test-helper.js';

/** What is at the end, as a pattern. Its work can double with each `[[1]`, so it reads short texts only. */
const AT_END = /(?:[ \t]*[[［【〔]+[^\]］】〕\n]{1,240}[\]］】〕]+)*[ \t]*$/;
const SPACES_AT_END = /[ \t]*$/;
const byPattern = (text: string) => text.replace(/[\]］】〕][ \t]*$/.test(text) ? AT_END : SPACES_AT_END, '');

describe('CIT-5 the text before the markers at its end', () => {
  it.each([
    ['It is so. [1]', 'It is so.'],
    ['It is so. [1] [2][3] ', 'It is so.'],
    ['It is so. [[1]] 【2】［3］〔4〕', 'It is so.'],
    ['It is [so] now. [1]', 'It is [so] now.'],
    ['It is [so now. [1]', 'It is'],
    ['It is so.\n[1]', 'It is so.\n'],
    ['It is so. []', 'It is so. []'],
    ['It is so.]', 'It is so.]'],
    [`It is so. [${'x'.repeat(241)}]`, `It is so. [${'x'.repeat(241)}]`],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(withoutMarkersAtEnd(text)).toBe(expected);
    expect(byPattern(text)).toBe(expected);
  });

  it('is what the pattern leaves', () => {
    const long = ['x'.repeat(119), 'y'.repeat(120), ' '.repeat(121)];
    const sign = fc.constantFrom(
      ...Array.from('[[]] \t\n\r1a【】［］〔〕'),
      '[[',
      ']]',
      '[1',
      '[1]',
      ' [2]',
      ...long,
    );
    const texts = fc
      .tuple(fc.array(sign, { maxLength: 12 }), fc.constantFrom('', ']', '] ', '[1]'))
      .map(([signs, end]) => signs.join('') + end);
    fc.assert(
      fc.property(texts, (text) => {
        expect(withoutMarkersAtEnd(text)).toBe(byPattern(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['markers behind brackets, then text', (times: number) => `${'[[1]'.repeat(times)} x]`],
    ['the same to the end', (times: number) => 'It is so. ' + '[[1]'.repeat(times)],
    ['brackets', (times: number) => `${'['.repeat(4 * times)}]`],
    ['empty brackets', (times: number) => '[]'.repeat(2 * times)],
    ['spaces', (times: number) => `${' '.repeat(4 * times)}]`],
  ])('reads each character a few times: %s', (_, textOf) => {
    for (const times of [50, 100, 200, 400]) {
      const text = textOf(times);
      expect(charactersRead(() => withoutMarkersAtEnd(text))).toBeLessThan(4 * text.length);
    }
  });
});
