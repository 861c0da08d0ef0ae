import { describe, expect, it } from 'vitest';
import { markFormulas, readFormula } from './mark-formulas.js';

/** The formulas of a text as the page will set them. */
const formulasIn = (text: string) =>
  [...markFormulas(text).matchAll(/`(\uE002[^`]*)`/gu)].map((match) => readFormula(match[1]!));

describe('formulas in an answer', () => {
  it.each([
    ['The area is $\\pi r^2$.', '\\pi r^2', false],
    ['It is \\(a_1 + b_2\\) long.', 'a_1 + b_2', false],
    ['$$\\frac{1}{2}\nx$$', '\\frac{1}{2}\nx', true],
    ['\\[ E = mc^2 \\]', 'E = mc^2', true],
    ['$x$', 'x', false],
  ])('are found: %s', (text, formula, isBlock) => expect(formulasIn(text)).toEqual([{ formula, isBlock }]));

  it.each([
    'It costs $5 and $10.',
    'From $5-$10, or US$20 to US$30.',
    'In code: `$x$` and ``\\(y\\)``.',
    '```tex\n$x$\n\\(y\\)\n```',
    '~~~\n$$x$$\n~~~',
    'Escaped: \\$x\\$ here.',
    'Not closed: $x + y',
    'Not closed: \\(x + y',
  ])('are not: %s', (text) => expect(markFormulas(text)).toBe(text));

  it('keep what stands around them, and come out of their mark unchanged', () => {
    const text = 'Say $a`b$ [1] and $c$.';
    expect(markFormulas(text).replaceAll(/`\uE002[^`]*`/gu, '#')).toBe('Say # [1] and #.');
    expect(formulasIn(text)[0]).toEqual({ formula: 'a`b', isBlock: false });
    expect(readFormula('plain code')).toBeNull();
  });

  it('take time in proportion to a hostile text', () => {
    for (const text of ['$'.repeat(20_000), '\\('.repeat(10_000), '$x '.repeat(10_000), '`$'.repeat(10_000)])
      expect(markFormulas(text).length).toBeGreaterThan(0);
  });
});
