import { describe, expect, it } from 'vitest';
import type { Job } from '../api/types.js';
import { afterReload, asListed, fromOtherTab, stillSending, trayProgress, withJob } from './tray-entries.js';
import type { TrayEntry } from './tray-entries.js';

const entry = (path: string, more: Partial<TrayEntry> = {}): TrayEntry => ({
  key: path,
  name: path,
  path,
  baseId: 'b',
  state: 'waiting',
  share: null,
  reason: null,
  jobId: 'j',
  itemId: null,
  ...more,
});

const job = (more: Partial<Job>): Job => ({
  id: 'j',
  kind: 'upload',
  state: 'running',
  knowledgeBaseId: 'b',
  progress: {
    phase: 'ingesting',
    filesDone: 0,
    filesTotal: 2,
    filesFailed: 0,
    chunks: 0,
    bytes: 0,
    chunksPerSecond: 0,
    secondsLeft: null,
    current: null,
    share: null,
    pages: null,
  },
  outcomes: [],
  createdAt: '',
  finishedAt: null,
  ...more,
});

describe('WEB-11 the state of each file', () => {
  it('follows its job: waiting, reading, ready or failed with the reason', () => {
    const entries = [entry('a/x.md'), entry('y.md'), entry('z.md', { jobId: 'other' })];
    const running = job({});
    const reading = withJob(entries, { ...running, progress: { ...running.progress, current: 'x.md' } }, '');
    expect(reading.map(({ state }) => state)).toEqual(['reading', 'waiting', 'waiting']);
    const done = withJob(
      reading,
      job({
        state: 'done',
        outcomes: [
          { name: 'x.md', outcome: 'added', itemId: 'i', chunks: 1 },
          { name: 'y.md', outcome: 'failed', itemId: null, chunks: 0, reason: 'It is empty.' },
        ],
      }),
      '',
    );
    expect(asListed(done).map(({ path }) => path)).toEqual(['y.md', 'a/x.md', 'z.md']);
    expect(done.map(({ state, reason, itemId }) => [state, reason, itemId])).toEqual([
      ['ready', null, 'i'],
      ['failed', 'It is empty.', null],
      ['waiting', null, null],
    ]);
  });

  it('tells a file that is already there from a new one', () => {
    const outcomes = [{ name: 'x.md', path: 'x.md', outcome: 'unchanged', itemId: 'i', chunks: 0 }];
    const [there] = withJob([entry('x.md')], job({ state: 'done', outcomes }), '');
    expect(there).toMatchObject({ state: 'there', reason: null, itemId: 'i' });
  });

  it('is ready as soon as the file is read, while its job goes on with the others', () => {
    const running = job({
      outcomes: [
        { name: 'x.md', path: 'a/x.md', outcome: 'added', itemId: 'i', chunks: 1 },
        { name: 'y.md', path: 'y.md', outcome: 'failed', itemId: null, chunks: 0, reason: 'It is empty.' },
      ],
    });
    const progress = { ...running.progress, current: 'z.md', filesDone: 2, filesTotal: 4, share: 0.625 };
    const entries = [entry('a/x.md'), entry('b/x.md'), entry('y.md'), entry('z.md')];
    const after = withJob(entries, { ...running, progress }, '');
    expect(after.map(({ path, state, itemId }) => [path, state, itemId])).toEqual([
      ['a/x.md', 'ready', 'i'],
      ['b/x.md', 'waiting', null],
      ['y.md', 'failed', null],
      ['z.md', 'reading', null],
    ]);
    // A quarter of the rest is read.
    expect(after.map(({ share }) => share)).toEqual([null, 0.25, null, 0.25]);
    expect(trayProgress(after).done).toBe(2);
  });

  it('counts what running jobs have read, and hardly counts the sending', () => {
    const sending = [entry('a', { state: 'sending', jobId: null, share: 1 }), entry('b', { jobId: null })];
    expect(trayProgress(sending).done).toBe(0);
    expect(trayProgress(sending).share).toBeLessThan(0.2);
    const running = job({});
    const entries = withJob(
      [entry('x.md'), entry('y.md'), entry('z.md', { jobId: null, state: 'ready' })],
      {
        ...running,
        progress: { ...running.progress, filesDone: 1, share: 0.75 },
        outcomes: [{ name: 'x.md', path: 'x.md', outcome: 'added', itemId: 'i', chunks: 1 }],
      },
      '',
    );
    expect(trayProgress(entries).done).toBe(2);
    expect(trayProgress(entries).share).toBeCloseTo((1 + 1 + 0.55) / 3);
  });

  it('says why nothing came of a file: the job failed, or was cancelled', () => {
    const [failed] = withJob(
      [entry('x.md')],
      job({ state: 'failed', error: 'The disk is full.' }),
      'Cancelled.',
    );
    expect(failed).toMatchObject({ state: 'failed', reason: 'The disk is full.' });
    const [cancelled] = withJob([entry('x.md')], job({ state: 'cancelled' }), 'Cancelled.');
    expect(cancelled).toMatchObject({ state: 'failed', reason: 'Cancelled.' });
  });

  it('tells of what had not arrived when the page was closed', () => {
    const entries = [
      entry('sent.md'),
      entry('lost.md', { state: 'sending', jobId: null, share: 0.5 }),
      entry('done.md', { state: 'ready', jobId: null }),
    ];
    const options = { lost: 'Lost.', tab: 'mine', now: 200_000 };
    expect(afterReload(entries, options).map(({ state, reason }) => [state, reason])).toEqual([
      ['waiting', null],
      ['failed', 'Lost.'],
      ['ready', null],
    ]);
  });

  it('leaves to another tab what that one sends, unless it was not heard of for long', () => {
    const theirs = entry('theirs.md', { state: 'sending', jobId: null, tab: 'other', at: 150_000 });
    const mine = entry('mine.md', { state: 'sending', jobId: null, tab: 'mine', at: 199_000 });
    const gone = entry('gone.md', { state: 'sending', jobId: null, tab: 'closed', at: 100_000 });
    const after = afterReload([theirs, mine, gone], { lost: 'Lost.', tab: 'mine', now: 200_000 });
    expect(after.map(({ state }) => state)).toEqual(['sending', 'failed', 'failed']);
    const told = [
      { ...theirs, share: 0.9 },
      { ...mine, share: 0 },
    ];
    const ours = [theirs, { ...mine, share: 0.5 }, { ...mine, key: 'new.md' }];
    expect(fromOtherTab(told, ours, 'mine').map(({ key, share }) => [key, share])).toEqual([
      ['theirs.md', 0.9],
      ['mine.md', 0.5],
      ['new.md', null],
    ]);
    expect(stillSending([theirs, mine], 'mine', 300_000).map(({ at }) => at)).toEqual([150_000, 300_000]);
  });
});
