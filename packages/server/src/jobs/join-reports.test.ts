import { reportOf } from '@ibid/retrieval/internal';
import type { IngestOutcome } from '@ibid/retrieval/internal';
import type { Job } from '@ibid/store/internal';
import { describe, expect, it } from 'vitest';
import { jobView, toJobProgress } from './job-view.js';
import { joinReports } from './join-reports.js';

const outcome = (name: string, status: IngestOutcome['status']): IngestOutcome => ({
  name,
  externalId: `upload:${name}`,
  status,
  itemId: `item-${name}`,
  chunks: 1,
});

describe('WEB-11 a job that runs', () => {
  const job: Job = {
    id: 'j',
    kind: 'upload',
    state: 'running',
    ownerId: 'ann',
    input: { knowledgeBaseId: 'b' },
    progress: toJobProgress({
      phase: 'ingesting',
      files: { done: 2, total: 3, failed: 0 },
      chunks: 2,
      bytes: 2,
      chunksPerSecond: 1,
      secondsLeft: null,
      current: 'c',
      share: 0.5,
      settled: [outcome('folder/a', 'added'), outcome('b', 'added')],
    }),
    result: null,
    error: null,
    createdAt: '',
    updatedAt: '',
    finishedAt: null,
  };
  const told = (more: Partial<Job>) =>
    jobView({ ...job, ...more }).outcomes.map(({ path, outcome: became }) => `${path} ${became}`);

  it('tells what became of the files that are done, and what an earlier go made of the others', () => {
    expect(told({})).toEqual(['folder/a added', 'b added']);
    expect(jobView(job).progress).not.toHaveProperty('settled');
    const result = reportOf([outcome('b', 'failed'), outcome('c', 'failed')], true);
    expect(told({ result })).toEqual(['b added', 'c failed', 'folder/a added']);
  });

  it('tells so when it failed on the way, too; when it is done, the report tells all', () => {
    expect(told({ state: 'failed', error: 'The disk is full.' })).toEqual(['folder/a added', 'b added']);
    expect(told({ state: 'complete', result: reportOf([outcome('b', 'added')], false) })).toEqual([
      'b added',
    ]);
  });
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

  const many = (count: number, status: IngestOutcome['status'], from = 0) =>
    Array.from({ length: count }, (_, number) => outcome(`n${from + number}`, status));
  const countsOf = (earlier: IngestOutcome[] | null, later: IngestOutcome[]) =>
    joinReports(earlier && joinReports(null, reportOf(earlier, true)), reportOf(later, false)).counts;

  it('names two thousand of a hundred thousand files and counts the others, those with a remark first', () => {
    const remark = { ...outcome('odd', 'added'), warnings: ['Its name promises another type.'] };
    const { outcomes, counts } = joinReports(null, reportOf([...many(99_999, 'added'), remark], false));
    expect(counts.added).toBe(100_000);
    expect(outcomes).toHaveLength(2_001);
    expect([outcomes[0]?.name, outcomes.at(-1)]).toEqual([
      'odd',
      { name: 'added', externalId: null, itemId: null, status: 'added', chunks: 98_000, files: 98_000 },
    ]);
    expect(reportOf(outcomes, false).counts).toEqual(counts);
  });

  it('counts each of very many files once, however many goes it took', () => {
    const again = [...many(5_000, 'unchanged'), ...many(4_000, 'added', 5_000)];
    expect(countsOf(many(5_000, 'added'), again)).toMatchObject({ added: 9_000, unchanged: 0 });
    // There before the first run, and after a run whose report was lost in a crash.
    expect(countsOf(null, again)).toMatchObject({ added: 4_000, unchanged: 5_000 });
    expect(countsOf(many(3_000, 'added'), again)).toMatchObject({ added: 7_000, unchanged: 2_000 });
    // A source counts unchanged files.
    const counted = { ...outcome('unchanged', 'unchanged'), externalId: null, itemId: null, files: 5_000 };
    expect(countsOf(many(5_000, 'added'), [...many(10, 'added', 5_000), counted])).toMatchObject({
      added: 5_010,
      unchanged: 0,
    });
    expect(countsOf(many(50, 'added'), [counted])).toMatchObject({ added: 50, unchanged: 4_950 });
  });

  it('forgets failures of very many files that went well later, and tells those that are left', () => {
    expect(countsOf(many(5_000, 'failed'), many(5_000, 'added'))).toMatchObject({ added: 5_000, failed: 0 });
    expect(countsOf(many(5_000, 'failed'), many(5_000, 'failed'))).toMatchObject({ failed: 5_000 });
    expect(countsOf(many(5_000, 'skipped'), many(5_000, 'skipped'))).toMatchObject({ skipped: 5_000 });
  });
});
