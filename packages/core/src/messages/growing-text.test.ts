import { describe, expect, it } from 'vitest';
import { GrowingText } from './growing-text.js';

const pieces = Array.from({ length: 300 }, (_, index) => (index % 7 === 0 ? '' : `${index} `));

describe('FLOW-3 what was said piece by piece', () => {
  it('is all there and in order, at every size, looked at in between or not', () => {
    for (let size = 0; size <= pieces.length; size++) {
      const whole = new GrowingText();
      const looked = new GrowingText();
      for (const [index, piece] of pieces.slice(0, size).entries()) {
        whole.add(piece);
        looked.add(piece);
        if (index % 50 === size % 50) expect(looked.toString()).toBe(pieces.slice(0, index + 1).join(''));
      }
      const expected = pieces.slice(0, size).join('');
      expect([whole.toString(), looked.toString(), whole.toString()]).toEqual([expected, expected, expected]);
    }
  });

  it('has nothing of the text before once it is started anew, at every size', () => {
    const text = new GrowingText();
    for (let size = 0; size <= pieces.length; size++) {
      for (const piece of pieces) text.add(piece);
      text.clear();
      for (const piece of pieces.slice(0, size)) text.add(piece);
      expect(text.toString()).toBe(pieces.slice(0, size).join(''));
      text.clear();
    }
  });

  it('CIT-3 keeps its end and its length, at every size', () => {
    for (let size = 0; size <= pieces.length; size++) {
      const text = new GrowingText();
      let expected = '';
      for (const [index, piece] of pieces.slice(0, size).entries()) {
        text.add(piece);
        expected += piece;
        if (index % 40 === size % 40) {
          text.keepLast(size % 90);
          expected = size % 90 === 0 ? '' : expected.slice(-(size % 90));
        }
      }
      expect(text.length).toBe(expected.length);
      expect(text.toString()).toBe(expected);
    }
  });
});
