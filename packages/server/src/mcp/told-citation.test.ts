import { describe, expect, it } from 'vitest';
import { AnswerCitations, type Citation } from '@ibid/core';
import { toldCitation } from './told-citation.js';

describe('CIT-2 a number that no source has, told through MCP', () => {
  it('is shown as unknown beside those that are known', () => {
    const chunk = { itemId: 'fees', chunkId: '0', title: 'Fees', text: 'The fee is 40 crowns.', score: 1 };
    const reader = new AnswerCitations({
      sourceByNumber: (number) =>
        number === 1 ? { number, itemId: 'fees', title: 'Fees', origin: 'tool' } : undefined,
      shownChunks: new Map([[1, [chunk]]]),
    });
    const last = new Map<string, Citation>();
    for (const event of [...reader.push('The fee is 40 crowns [1, 99].'), ...reader.end()])
      if (event.type === 'citation') last.set(event.citation.citationId, event.citation);
    expect([...last.values()].map(toldCitation)).toMatchObject([
      { number: 1, id: 'fees', verdict: 'supported', passage: 'The fee is 40 crowns.', reason: null },
      { number: 99, id: null, verdict: 'unknown', reason: expect.stringMatching(/99/) },
    ]);
  });
});
