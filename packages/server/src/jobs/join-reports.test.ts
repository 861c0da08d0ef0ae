import { reportOf } from '@ibid/retrieval/internal';
import type { IngestOutcome } from '@ibid/retrieval/internal';
import { describe, expect, it } from 'vitest';
import { joinReports } from './join-reports.js';

const outcome = (name: string, status: IngestOutcome['status']): IngestOutcome => ({
  name,
  externalId: `upload:${name}`,
  status,
  itemId: `item-${name}`,
  chunks: 1,
});

describe('the report of a job that was done in several goes', () => {
  it('tells of each file once, by the go that took it in', () => {
    const first = { ...reportOf([outcome('a', 'added'), outcome('b', 'failed')], true), chunks: 1 };
    const again = [outcome('a', 'unchanged'), outcome('b', 'added'), outcome('c', 'unchanged')];
    const second = { ...reportOf(again, false), chunks: 2 };
    const joined = joinReports(first, second);
    expect(joined.outcomes.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'a added',
      'b added',
      'c unchanged',
    ]);
    expect(joined).toMatchObject({
      chunks: 3,
      stopped: false,
      counts: { added: 2, unchanged: 1, failed: 0 },
    });
  });
});
