import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mendText } from './mend-text.js';

/** Removes every range in angle brackets, or replaces it with what follows an `=`. */
function mended(marked: string): string {
  const edits: { start: number; end: number; text: string | null }[] = [];
  let text = '';
  for (const part of marked.split(/(<[^>]*>)/u)) {
    const inner = /^<([^=>]*)(?:=([^>]*))?>$/u.exec(part);
    if (inner)
      edits.push({ start: text.length, end: text.length + (inner[1] ?? '').length, text: inner[2] ?? null });
    text += inner ? inner[1] : part;
  }
  return mendText(text, edits).text;
}

describe('CIT-8 a repaired answer reads as if it had been written so', () => {
  it.each([
    ['One. <Two.> Three.', 'One. Three.'],
    ['One. <Two.>', 'One.'],
    ['<One.> Two.', 'Two.'],
    ['One. <Two.> <Three.>\n\nFour.', 'One.\n\nFour.'],
    ['- One.\n- <Two.>\n- Three.', '- One.\n- Three.'],
    ['- One.\n- <Two.> <Three.>\n\nFour.', '- One.\n\nFour.'],
    ['1. One.\n2. <Two.>', '1. One.'],
    ['One.\n\n<Two.>\n\nThree.', 'One.\n\nThree.'],
    ['One.\n\n<Two.>', 'One.'],
    ['<One.>\n\nTwo.', 'Two.'],
    ['One <is red=is blue>. <Two.> Three <and=or> four.', 'One is blue. Three or four.'],
    ['<One.>', ''],
  ])('%j becomes %j', (before, after) => {
    expect(mended(before)).toBe(after);
  });

  it('says where everything else is now', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/u);
    const part = fc.record({
      text: word,
      edit: fc.option(fc.option(word, { nil: null }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        let text = '';
        const edits: { start: number; end: number; text: string | null }[] = [];
        const kept: { start: number; word: string }[] = [];
        for (const { text: own, edit } of parts) {
          if (edit === undefined) kept.push({ start: text.length, word: own });
          else edits.push({ start: text.length, end: text.length + own.length, text: edit });
          text += `${own} `;
        }
        const result = mendText(text, edits);
        for (const { start, word: own } of kept)
          expect(result.text.slice(result.place(start), result.place(start) + own.length)).toBe(own);
      }),
    );
  });
});
