import type { Inquiry } from '@ibid/store/internal';
import { describe, expect, it } from 'vitest';
import { withoutDeleted } from './without-deleted.js';

const cites = (itemId: string) => ({
  id: itemId,
  question: 'How deep?',
  state: 'done',
  text: `It says so in ${itemId} [1].`,
  citations: [{ itemId }],
  claims: [{ text: itemId }],
  chunkIds: [`${itemId}:1`],
  error: null,
});
const pair = (one: string, other: string) => ({ sides: [{ itemId: one }, { itemId: other }] });

describe('ORG-3 a report of which a document was deleted', () => {
  it('keeps the sections and contradictions of other documents, and of the rest the question', () => {
    const report = {
      kind: 'report',
      work: {
        // What was calculated from a document's table depends on it, too.
        sections: [
          cites('kept'),
          cites('gone'),
          cites('gone~table-0a1b-4-90'),
          cites('kept~table-0a1b-4-90'),
        ],
        contradictions: [pair('kept', 'gone'), pair('kept', 'other')],
        isDone: true,
      },
    } as Inquiry;
    const withheld = {
      question: 'How deep?',
      state: 'failed',
      text: '',
      error: expect.stringContaining('deleted'),
    };
    const left = withoutDeleted(report, new Set(['gone']));
    expect(left).toMatchObject({
      sections: [cites('kept'), withheld, withheld, cites('kept~table-0a1b-4-90')],
      contradictions: [pair('kept', 'other')],
      isDone: true,
    });
    expect(JSON.stringify(left)).not.toContain('gone:1');
  });
});
