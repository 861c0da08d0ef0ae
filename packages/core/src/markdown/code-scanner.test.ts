import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_INLINE_CODE, MarkdownCodeScanner } from './index.js';

/**
 * One letter per character: `.` text, `i` inline, `f` fenced, `n` indented. Called for every cut of every text, where
 * `expect` would take most of the time.
 */
function kinds(pieces: readonly string[]): string {
  const scanner = new MarkdownCodeScanner();
  const segments = [...pieces.flatMap((piece) => scanner.push(piece)), ...scanner.end()];
  let offset = 0;
  for (const segment of segments) {
    equal(segment.start, offset);
    offset += segment.text.length;
  }
  equal(segments.map((segment) => segment.text).join(''), pieces.join(''));
  const letters = { none: '.', inline: 'i', fenced: 'f', indented: 'n' };
  return segments.map((segment) => letters[segment.kind].repeat(segment.text.length)).join('');
}

/** Whether the character X of the text is code. */
const codeAtX = (text: string) => kinds([text])[text.indexOf('X')] !== '.';

describe('code in Markdown', () => {
  it.each([
    ['a `X` b', true],
    ['a `` ` X `` b', true],
    ['a ``X` b', false],
    ['a `b X', false],
    ['a \\`X` b', false],
    ['a `b\\` X', false],
    ['a `b\n\nX`', false],
    ['a `b\nX` c', true],
    ['a `b\n# X`', false],
    ['a `b\n- X`', false],
    ['```\nX\n```', true],
    ['```\na\n```\nX', false],
    ['````\n```\nX\n````', true],
    ['~~~ts\nX\n~~~', true],
    ['~~~\n```\n~~~\nX', false],
    ['``` not a fence ``` X', false],
    ['```js\nX', true],
    ['text\n```\nX\n```', true],
    ['```\na\n``` b\nX', true],
    ['- a\n  ```\n  X\n  ```', true],
    ['- a\n  ```\n  b\nX', false],
    ['> ```\n> X', true],
    ['> ```\n> a\nX', false],
    ['    X', true],
    ['a\n    X', false],
    ['a\n\n    X', true],
    ['a\n\n\tX', true],
    ['- a\n\n    X', false],
    ['- a\n\n      X', true],
    ['1. a\n   - b\n\n     X', false],
    ['# a\n    X', true],
    ['a `b\r\n\r\nX`', false],
    ['```\r\na\r\n```\r\nX', false],
    ['2020\n    X', false],
  ])('%j', (text, expected) => {
    expect(codeAtX(text)).toBe(expected);
  });
});

const markdown = fc
  .array(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '\r\n',
      ' ',
      '    ',
      '\t',
      '- ',
      '1. ',
      '3) ',
      '> ',
      '# ',
      '\\',
      'a',
      'word',
      '---',
      '===',
      '*',
      '+ ',
      '[1]',
      '😀',
      '_',
      '7',
      '``````',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('CIT-3 the same kinds however the text was cut', () => {
  it('at every single place, and at all of them', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const whole = kinds([text]);
        expect(kinds([...Array(text.length).keys()].map((index) => text.charAt(index)))).toBe(whole);
        for (let cut = 1; cut < text.length; cut++)
          equal(kinds([text.slice(0, cut), text.slice(cut)]), whole);
      }),
      { numRuns: 300 },
    );
  });

  it('holds back no more than the longest inline code', () => {
    for (const text of [
      '`'.repeat(5000),
      '`a '.repeat(3000),
      `\`${'a'.repeat(5000)}`,
      '\\`` '.repeat(2000),
    ]) {
      const scanner = new MarkdownCodeScanner();
      for (const character of text) {
        scanner.push(character);
        expect(scanner.held.length).toBeLessThanOrEqual(MAX_INLINE_CODE + 4);
      }
    }
  });

  it('skipping a quiet piece is the same as reading it', () => {
    fc.assert(
      fc.property(fc.array(markdown, { maxLength: 6 }), (pieces) => {
        const text = pieces.flatMap((piece) => [piece, 'plain words']);
        const scanner = new MarkdownCodeScanner();
        let out = '';
        for (const piece of text) {
          if (scanner.isQuiet && piece === 'plain words') {
            out += `${scanner.quietKind}:${piece};`.repeat(1);
            scanner.skip(piece.length);
          } else for (const segment of scanner.push(piece)) out += `${segment.kind}:${segment.text};`;
        }
        for (const segment of scanner.end()) out += `${segment.kind}:${segment.text};`;
        const flat = (value: string) => value.replaceAll(/(none|inline|fenced|indented):|;/g, '');
        expect(flat(out)).toBe(text.join(''));
        const reference = new MarkdownCodeScanner();
        const segments = [...text.flatMap((piece) => reference.push(piece)), ...reference.end()];
        expect(out).toBe(segments.map((segment) => `${segment.kind}:${segment.text};`).join(''));
      }),
    );
  });
});
