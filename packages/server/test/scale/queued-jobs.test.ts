import { reportOf } from '@ibid/retrieval/internal';
import type { IngestReport } from '@ibid/retrieval/internal';
import { JobRepository, openDatabase } from '@ibid/store/internal';
import type { Job, OpenDatabase } from '@ibid/store/internal';
import { Queue } from 'bullmq';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, testServer } from '../../../store/src/database/test-database.test-helper.js';
import type { JobTask, JobWork } from '../../src/jobs/job-runner.js';
import { QueuedJobRunner } from '../../src/scale/queued-job-runner.js';
import { RedisProcess } from './redis-process.js';

const server = testServer();
const PATIENCE = { interval: 20 };

describe.skipIf(!server)('OPS-2 jobs that workers share', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: OpenDatabase;
  let redis: RedisProcess;
  let jobs: JobRepository;
  const runners: QueuedJobRunner[] = [];
  const works = new Map<string, JobWork>();

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    database = await openDatabase({ url: own.url, poolSize: 4 });
    jobs = new JobRepository(database.db);
    redis = await RedisProcess.open();
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.close()));
  });
  afterAll(async () => {
    await redis?.close();
    await database?.close();
    await own?.drop();
  });

  const runner = (takesJobs: boolean, turnMilliseconds = 50) => {
    const made = new QueuedJobRunner({
      url: redis.url,
      db: database.db,
      jobs,
      log: pino({ level: 'silent' }),
      takesJobs,
      taskOf: taskOf,
      turnMilliseconds,
      jobsAtOnce: 1,
    });
    runners.push(made);
    return made;
  };

  const taskOf = (job: Pick<Job, 'kind'>): JobTask => ({ work: works.get(job.kind)! });

  const start = (by: QueuedJobRunner, kind: string, ownerId: string) =>
    by.start({ kind, ownerId, input: {} });

  const stateOf = async (job: Job) => (await jobs.get(job.id))?.state;

  /** A thousand files; each is added once, and a later run knows what exists. */
  const longWork = (files: number) => {
    const taken = new Set<number>();
    let goes = 0;
    const work: JobWork = async ({ signal }) => {
      goes += 1;
      const outcomes: IngestReport['outcomes'] = [];
      for (let file = 0; file < files && !signal.aborted; file += 1) {
        const status = taken.has(file) ? ('unchanged' as const) : ('added' as const);
        if (status === 'added') await new Promise((resolve) => setTimeout(resolve, 5));
        taken.add(file);
        outcomes.push({ name: `${file}`, externalId: `${file}`, status, itemId: `${file}`, chunks: 1 });
      }
      return reportOf(outcomes, signal.aborted);
    };
    return { work, taken, goes: () => goes };
  };

  it('does not keep one file of a person waiting for the thousand of another', async () => {
    const long = longWork(1_000);
    works.set('long', long.work);
    let takenWhenShortRan = -1;
    works.set('short', async () => {
      takenWhenShortRan = long.taken.size;
      return reportOf([], false);
    });
    const api = runner(false);
    runner(true);
    const first = await start(api, 'long', 'ann');
    await expect.poll(() => long.taken.size, PATIENCE).toBeGreaterThan(5);
    const second = await start(api, 'short', 'bob');
    await expect.poll(() => stateOf(second), PATIENCE).toBe('complete');
    expect(takenWhenShortRan).toBeLessThan(1_000);
    expect(await stateOf(first)).not.toBe('complete');
    await expect.poll(() => stateOf(first), PATIENCE).toBe('complete');
    expect(long.goes()).toBeGreaterThan(1);
    const { result } = (await jobs.get(first.id))! as { result: IngestReport };
    expect(result.counts).toMatchObject({ added: 1_000, unchanged: 0 });
    expect(result.stopped).toBe(false);
  });

  it('takes the first job of each person before the second of anybody', async () => {
    const order: string[] = [];
    const api = runner(false);
    for (const name of ['ann', 'bob'])
      works.set(name, async () => {
        order.push(name);
        return reportOf([], false);
      });
    const started: Job[] = [];
    for (let number = 0; number < 20; number += 1) started.push(await start(api, 'ann', 'ann'));
    started.push(await start(api, 'bob', 'bob'));
    runner(true);
    await expect
      .poll(
        async () => (await Promise.all(started.map(stateOf))).every((state) => state === 'complete'),
        PATIENCE,
      )
      .toBe(true);
    expect(order).toHaveLength(21);
    expect(order.indexOf('bob')).toBeLessThan(3);
  });

  it('tries a job again, keeps it as a dead letter after the third time, and goes on with the next', async () => {
    let tries = 0;
    works.set('broken', async () => {
      tries += 1;
      throw new Error('no such luck');
    });
    works.set('whole', async () => reportOf([], false));
    const api = runner(false);
    runner(true);
    const broken = await start(api, 'broken', 'ann');
    const whole = await start(api, 'whole', 'ann');
    await expect.poll(() => stateOf(whole), PATIENCE).toBe('complete');
    await expect.poll(() => stateOf(broken), PATIENCE).toBe('failed');
    expect(tries).toBe(3);
    expect(await jobs.get(broken.id)).toMatchObject({ error: 'no such luck' });
    const queue = new Queue('ibid-jobs', { connection: { host: '127.0.0.1', port: redis.port } });
    await expect
      .poll(async () => (await queue.getFailed()).map((entry) => entry.id), PATIENCE)
      .toContain(broken.id);
    await queue.close();

    works.set('broken', async () => reportOf([], false));
    expect(await api.retry(whole.id)).toBeNull();
    // Requested twice, it runs again once.
    const again = await Promise.all([api.retry(broken.id), api.retry(broken.id)]);
    expect(again.filter((job) => job !== null)).toHaveLength(1);
    await expect.poll(() => stateOf(broken), PATIENCE).toBe('complete');
    expect(await jobs.get(broken.id)).toMatchObject({ error: null });
  });

  it('has one job of a kind that is the same for all, whoever hands it in', async () => {
    let ran = 0;
    // A finished one would be followed by another, so it runs until all have submitted it.
    let allHandedIn = Promise.resolve<unknown>(null);
    works.set('embedding', async () => {
      ran += 1;
      await allHandedIn;
      return reportOf([], false);
    });
    const apis = [runner(false), runner(false), runner(false)];
    const handIn = () =>
      Promise.all(
        apis.map((api) =>
          api.start({
            kind: 'embedding',
            ownerId: 'system',
            input: {},
            isOnlyOne: true,
            ...taskOf({ kind: 'embedding' }),
          }),
        ),
      );
    const first = await handIn();
    expect(new Set(first.map((job) => job.id)).size).toBe(1);
    runner(true);
    await expect.poll(() => stateOf(first[0]!), PATIENCE).toBe('complete');
    const handingIn = handIn();
    allHandedIn = handingIn;
    const [again] = await handingIn;
    expect(again!.id).not.toBe(first[0]!.id);
    await expect.poll(() => stateOf(again!), PATIENCE).toBe('complete');
    expect(ran).toBe(2);
  });

  it('hands a job over when the worker that has it ends', async () => {
    const long = longWork(300);
    works.set('long', long.work);
    const api = runner(false);
    const worker = runner(true, 60_000);
    const job = await start(api, 'long', 'ann');
    await expect.poll(() => long.taken.size, PATIENCE).toBeGreaterThan(5);
    await worker.close();
    expect(await stateOf(job)).not.toBe('complete');
    runner(true);
    await expect.poll(() => stateOf(job), PATIENCE).toBe('complete');
    expect(long.taken.size).toBe(300);
  });

  it('KB-1 ends a job that another process cancels, begins none that waits, and does both again when asked', async () => {
    const long = longWork(100_000);
    let ended = 0;
    works.set('long', async (options) => {
      const report = await long.work(options);
      expect(options.endNow.aborted).toBe(true);
      ended += 1;
      return report;
    });
    let waitingRan = 0;
    works.set('waiting', async () => {
      waitingRan += 1;
      return reportOf([], false);
    });
    works.set('next', async () => reportOf([], false));
    const api = runner(false);
    runner(true, 600_000);
    const running = await start(api, 'long', 'ann');
    await expect.poll(() => long.taken.size, PATIENCE).toBeGreaterThan(5);
    const waiting = await start(api, 'waiting', 'ann');
    const next = await start(api, 'next', 'bob');
    expect(await api.cancel(waiting.id)).toMatchObject({ state: 'cancelled' });
    expect(await api.cancel(running.id)).toMatchObject({ state: 'cancelled' });
    expect(await api.cancel(running.id)).toBeNull();

    await expect.poll(() => stateOf(next), PATIENCE).toBe('complete');
    expect(ended).toBe(1);
    expect(waitingRan).toBe(0);
    const { state, result, error } = (await jobs.get(running.id))!;
    expect({ state, error }).toEqual({ state: 'cancelled', error: null });
    // What it had added is known and stays.
    const { counts } = result as IngestReport;
    expect(counts.added).toBe(long.taken.size);
    expect(await stateOf(waiting)).toBe('cancelled');

    works.set('long', async () => reportOf([], false));
    for (const job of [waiting, running]) {
      expect(await api.retry(job.id)).toMatchObject({ state: 'queued' });
      await expect.poll(() => stateOf(job), PATIENCE).toBe('complete');
    }
    expect(waitingRan).toBe(1);
  });

  it('KB-1 cancels a job that waits while Redis is away', async () => {
    let ran = 0;
    works.set('away', async () => {
      ran += 1;
      return reportOf([], false);
    });
    works.set('later', async () => reportOf([], false));
    const api = runner(false);
    const job = await start(api, 'away', 'ann');
    const later = await start(api, 'later', 'ann');
    await redis.kill();
    expect(await api.cancel(job.id)).toMatchObject({ state: 'cancelled' });
    await redis.start();
    runner(true);
    await expect.poll(() => stateOf(later), PATIENCE).toBe('complete');
    expect(ran).toBe(0);
    expect(await stateOf(job)).toBe('cancelled');
  });
});
