import { claimInterruptedJobs, JobRepository, MOST_JOB_ATTEMPTS, openDatabase } from '@ibid/store/internal';
import type { OpenDatabase } from '@ibid/store/internal';
import { reportOf } from '@ibid/retrieval/internal';
import type { IngestProgress } from '@ibid/retrieval/internal';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobWork } from './job-runner.js';
import { OwnJobRunner } from './own-job-runner.js';

let database: OpenDatabase;
let jobs: JobRepository;

beforeEach(async () => {
  database = await openDatabase({ folder: ':memory:' });
  jobs = new JobRepository(database.db);
});

afterEach(() => database.close());

const attemptsOf = async (id: string) =>
  (await database.db.selectFrom('jobs').select('attempts').where('id', '=', id).executeTakeFirstOrThrow())
    .attempts;

/** As a killed server leaves them. */
const interrupt = () => database.db.updateTable('jobs').set({ state: 'interrupted' }).execute();

describe('KB-1 what a job is charged for when the server ends again and again', () => {
  it('nothing, once a file of it is done, however soon the end comes', async () => {
    const log = pino({ level: 'silent' });
    const progress = (chunks: number): IngestProgress => ({
      phase: 'ingesting',
      files: { total: 2, done: 0, failed: 0 },
      chunks,
      bytes: 0,
      chunksPerSecond: 0,
      secondsLeft: null,
      current: null,
      share: null,
    });
    const work: JobWork = ({ onProgress, signal }) => {
      onProgress(progress(0));
      onProgress(progress(3));
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The server ends.')));
      });
    };
    const runner = new OwnJobRunner({ jobs, serverId: 'one', log, taskOf: () => ({ work }) });
    const { id } = await runner.start({ kind: 'upload', ownerId: 'ann', input: { resumable: true } });
    await expect.poll(async () => (await jobs.get(id))?.state).toBe('running');
    // Nothing more is reported before the end, so the first report must be enough.
    await expect.poll(() => attemptsOf(id)).toBe(0);
    await runner.close();
  });

  it('nothing, while it waits: it is there after any number of restarts', async () => {
    const { id } = await jobs.create({
      kind: 'upload',
      ownerId: 'ann',
      input: { resumable: true },
      serverId: 'gone',
    });
    for (let restart = 0; restart < 2 * MOST_JOB_ATTEMPTS; restart += 1) {
      await interrupt();
      expect(await claimInterruptedJobs(database.db, `server ${restart}`)).toEqual([id]);
    }
    expect(await attemptsOf(id)).toBe(0);
    // A job that crashes its server each time is given up.
    for (let begun = 0; begun < MOST_JOB_ATTEMPTS; begun += 1) await jobs.begin(id);
    await interrupt();
    expect(await claimInterruptedJobs(database.db, 'last')).toEqual([]);
    expect(await jobs.get(id)).toMatchObject({ state: 'failed' });
  });

  it('its place: those that came to nothing before go on behind the others', async () => {
    const ids = ['01-old', '02-young', '03-youngest'];
    for (const id of ids)
      await jobs.createAs(id, {
        kind: 'upload',
        ownerId: 'ann',
        input: { resumable: true },
        serverId: 'gone',
      });
    for (let number = 0; number < 3; number += 1) await jobs.begin('01-old');
    await jobs.begin('02-young');
    await interrupt();
    expect(await claimInterruptedJobs(database.db, 'new')).toEqual(['03-youngest', '02-young', '01-old']);
  });
});

describe('WEB-11 a job that is cancelled and continued at once', () => {
  it('goes on when what it had begun has ended, and tells of both goes', async () => {
    const log = pino({ level: 'silent' });
    const file = (name: string) => ({
      name,
      externalId: name,
      itemId: name,
      status: 'added' as const,
      chunks: 1,
    });
    let goes = 0;
    let end = () => {};
    const work: JobWork = async ({ signal }) => {
      goes += 1;
      if (goes > 1) return reportOf([file('second')], false);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return reportOf([file('first')], signal.aborted);
    };
    const runner = new OwnJobRunner({ jobs, serverId: 'one', log, taskOf: () => ({ work }) });
    const { id } = await runner.start({ kind: 'source', ownerId: 'ann', input: {} });
    await expect.poll(() => goes).toBe(1);
    await runner.cancel(id);
    const again = runner.retry(id);
    // Writes are serialised: had it reopened the job by now, that would be stored.
    for (let write = 0; write < 20; write += 1)
      await jobs.create({ kind: 'source', ownerId: 'ann', input: {}, serverId: 'another' });
    end();
    await again;
    await expect.poll(async () => (await runner.get(id))?.state).toBe('complete');
    expect((await jobs.get(id))?.result?.outcomes.map(({ name }) => name)).toEqual(['first', 'second']);
    await runner.close();
  });
});
