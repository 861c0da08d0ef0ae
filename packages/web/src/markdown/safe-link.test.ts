import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeAddress } from './safe-link.js';

describe('links that a page may open', () => {
  it('are web pages and mail, nothing else', () => {
    expect(safeAddress('https://example.com/a?b#c')).toBe('https://example.com/a?b#c');
    expect(safeAddress('mailto:a@example.com')).toBe('mailto:a@example.com');
    for (const address of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '//',
      '/api/logout',
      null,
      undefined,
    ])
      expect(safeAddress(address)).toBeNull();
  });

  it('never run a script, however they are written', () => {
    const blank = fc.constantFrom('', '\t', '\n', '\u0000', ' ', '\u200B');
    fc.assert(
      fc.property(fc.array(blank, { minLength: 11, maxLength: 11 }), fc.string(), (blanks, rest) => {
        const address =
          Array.from('javascript:')
            .map((letter, index) => letter + (blanks[index] ?? ''))
            .join('') + rest;
        expect(safeAddress(address)).toBeNull();
      }),
    );
  });
});
