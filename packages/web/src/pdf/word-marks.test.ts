import { describe, expect, it } from 'vitest';
import { wordMarks } from './word-marks.js';

const words = [
  { text: 'Harbour', box: [0.1, 0.1, 0.3, 0.15], confidence: 96 },
  { text: 'The', box: [0.1, 0.2, 0.15, 0.22], confidence: 96 },
  { text: 'break-', box: [0.2, 0.2, 0.3, 0.22], confidence: 96 },
  { text: 'water', box: [0.1, 0.25, 0.2, 0.27], confidence: 41 },
];

describe('KB-9 the words of a passage on the picture of a page', () => {
  it('are framed where they stand, those that were not read clearly in another way', () => {
    const { marks, found } = wordMarks({ words, passage: 'The breakwater', width: 1000, height: 2000 });
    expect(found).toBe('whole');
    expect(marks.map(({ look }) => look)).toEqual(['framed', 'framed', 'doubtful']);
    expect(marks[0]?.left).toBeCloseTo(100 - 0.12 * 0.02 * 2000);
    expect(marks[0]?.top).toBeLessThan(400);
    expect((marks[0]?.top ?? 0) + (marks[0]?.height ?? 0)).toBeGreaterThan(440);
  });

  it('are not framed where they do not stand', () => {
    expect(wordMarks({ words, passage: 'Something else', width: 10, height: 10 })).toEqual({
      marks: [],
      found: 'none',
    });
    expect(wordMarks({ words, passage: null, width: 10, height: 10 }).marks).toEqual([]);
  });
});
