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
});
