import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineMarks } from './inline-marks.js';

const read = (line: string) =>
  inlineMarks(line).map(({ text, strong, emphasis, code, href }) =>
    [
      text,
      ...(strong ? ['strong'] : []),
      ...(emphasis ? ['emphasis'] : []),
      ...(code ? ['code'] : []),
      ...(href ? [href] : []),
    ].join('|'),
  );

describe('Markdown inside a line of a document', () => {
  it.each([
    [
      '1. **Press night.** Press night of *The Winter’s Tale* moves.',
      ['1. ', 'Press night.|strong', ' Press night of ', 'The Winter’s Tale|emphasis', ' moves.'],
    ],
    ['**It is *so*.**', ['It is |strong', 'so|strong|emphasis', '.|strong']],
    [
      'See [the **rules**](https://a.example/b), `a*b*c`.',
      ['See ', 'the |https://a.example/b', 'rules|strong|https://a.example/b', ', ', 'a*b*c|code', '.'],
    ],
    ['[Local](notes.md) and [bad](javascript:x)', ['Local', ' and ', 'bad']],
    ['snake_case_name, 2 * 3 * 4, a*b, __init', ['snake_case_name, 2 * 3 * 4, a*b, __init']],
  ])('%s', (line, parts) => {
    expect(read(line)).toEqual(parts);
  });

  it('shows each part as it is stored at its place, in order, whatever the line', () => {
    const signs = fc.constantFrom('*', '**', '_', '`', '[', '](', ')', 'a', ' ', 'b c', '\\', 'https://x.y');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 24 }), (pieces) => {
        const line = pieces.join('');
        let at = 0;
        for (const { text, start } of inlineMarks(line)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(line.slice(start, start + text.length)).toBe(text);
          at = start + text.length;
        }
      }),
    );
  });
});
