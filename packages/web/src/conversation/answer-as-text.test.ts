import { describe, expect, it } from 'vitest';
import type { Citation } from '@ibid/core';
import type { TextBlock } from '@ibid/core/turn-view';
import { answerAsText } from './answer-as-text.js';

const cite = (number: number, title: string, page?: number): Citation => ({
  citationId: `${number}-${page}`,
  number,
  itemId: `item-${number}`,
  title,
  range: { start: 0, end: 3 },
  passage: { chunkId: 'c', start: 0, end: 1, text: 'x', ...(page === undefined ? {} : { page }) },
  score: 1,
  verdict: 'supported',
});

const answer = (text: string, citations: Citation[]): TextBlock => ({
  kind: 'text',
  index: 0,
  text,
  done: true,
  narration: false,
  citations,
});

describe('CIT-6 an answer copied with its sources', () => {
  it('lists each source once, by number, with its pages', () => {
    const copied = answerAsText(
      [answer('B [2], A [1], B [2].', [cite(2, 'Beta', 9), cite(1, 'Alpha'), cite(2, 'Beta', 4)])],
      'Sources',
    );
    expect(copied).toBe('B [2], A [1], B [2].\n\nSources:\n\n- [1] Alpha\n- [2] Beta, p. 4, 9\n');
  });

  it('leaves titles no way to become Markdown or a new line', () => {
    const copied = answerAsText([answer('A [1].', [cite(1, 'x](javascript:1)\n# *boo*')])], 'Sources');
    expect(copied).toContain(String.raw`- [1] x\]\(javascript:1\) \# \*boo\*`);
  });

  it('adds no list where nothing is cited, and says so of a number that no source has (CIT-2)', () => {
    expect(answerAsText([answer('Hello.', [])], 'Sources')).toBe('Hello.');
    const unknown: Citation = { ...cite(9, 'none'), itemId: null, verdict: 'unknown' };
    expect(answerAsText([answer('In [9] sales.', [unknown])], 'Sources')).toBe(
      'In [9] sales.\n\nSources:\n\n- [9] *No source has this number*\n',
    );
  });

  it('adds the balance of the answer (CIT-7)', () => {
    const claims = [
      { text: 'A [1].', range: { start: 0, end: 6 }, verdict: 'supported' as const, citationIds: ['1-2'] },
      { text: 'B.', range: { start: 7, end: 9 }, verdict: 'uncited' as const, citationIds: [] },
    ];
    const block = { ...answer('A [1]. B.', [cite(1, 'Alpha', 2)]), claims, isGrounded: true };
    expect(answerAsText([block], 'Sources')).toBe(
      'A [1]. B.\n\n*Checked against the sources: 1 of 2 claims supported, 1 uncited.*\n\nSources:\n\n- [1] Alpha, p. 2\n',
    );
  });
});
