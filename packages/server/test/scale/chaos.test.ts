import { checkPackets } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../../store/src/database/test-database.test-helper.js';
import { Cluster } from './cluster.js';
import { persist, type RecordedTurn, runRecordedTurn } from './recorded-client.js';

const MODEL = 'custom/fake/tokens=80,gap=20';
/** Each kind of fault about once; 110 for an overnight run. A slow machine only takes longer. */
const FAULTS = Number(process.env['IBID_CHAOS_FAULTS'] ?? 8);
const PEOPLE = 4;
/** Enough of them for a fault to hit between two uploads. */
const NOTES = Array.from({ length: 12 }, (_, at) => `note ${at}`);
const LONG_RUN = 30;
const LONGER_THAN_A_LEASE = 45_000;

/** Printed with the result, so a failed run can be repeated. */
const SEED = Number(process.env['IBID_CHAOS_SEED'] ?? Date.now() % 1_000_000);

function randomBy(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The faults; `any` picks the process. */
const faults: readonly ((cluster: Cluster, any: number) => Promise<unknown>)[] = [
  (cluster) => Promise.all([cluster.killServer(0), cluster.addServer()]),
  (cluster, any) => cluster.cutOff(any, 2_500),
  (cluster) => cluster.redis.kill().then(() => cluster.redis.start()),
  (cluster) => cluster.postgres!.restart({ signal: 'SIGINT', pauseMilliseconds: 500 }),
  (cluster) => Promise.all([cluster.killWorker(0), cluster.addWorker()]),
  (cluster) => cluster.postgres!.restart({ signal: 'SIGQUIT' }),
  (cluster, any) =>
    Promise.all([cluster.cutOff(any, 1_000), cluster.redis.kill().then(() => cluster.redis.start())]),
  // Longer than a server's lease: it is presumed dead, others end its turns, and then it returns. Too long for a short
  // run.
  ...(FAULTS < LONG_RUN ? [] : [(cluster: Cluster, any: number) => cluster.cutOff(any, LONGER_THAN_A_LEASE)]),
];

/** Network namespaces and a separate PostgreSQL need root; CI has it, or the suite fails. */
const canRun = testServer() !== null && (process.getuid?.() === 0 || process.env['CI'] === 'true');

describe.skipIf(!canRun)('OPS-2 servers, workers, Redis, PostgreSQL and the network fail at random', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.open({ server: null, servers: 3, workers: 2 });
  });
  afterAll(() => cluster?.close());

  const upload = async (name: string) => {
    const { client } = cluster;
    const base = await persist(() => client.send<{ id: string }>('POST', '/api/knowledge-bases', { name }));
    const answer = await persist(() => {
      const form = new FormData();
      for (const note of NOTES)
        form.append('files', new Blob([`# ${note}\n\nText of ${note} in ${name}.`]), `${note}.md`);
      return client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${base.id}/uploads`, form);
    });
    return { baseId: base.id, jobId: answer.jobId };
  };
  const read = <Body>(path: string) => persist(() => cluster.client.send<Body>('GET', path));

  const checkTurn = async (turn: RecordedTurn) => {
    const whole = await cluster.to(0).events(turn.turnId);
    expect(turn.seen).toBe(whole.raw);
    expect(checkPackets(whole.packets)).toEqual([]);
    const { messages } = await read<{ messages: { role: string }[] }>(
      `/api/conversations/${turn.conversationId}/messages`,
    );
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    const { status, error } = await read<{ status: string; error: { retryable: boolean } | null }>(
      `/api/turns/${turn.turnId}`,
    );
    // A turn that began while the database was down has failed, and the user was told that it can be retried.
    if (status === 'failed') expect(error?.retryable).toBe(true);
    else expect(status).toMatch(/complete|stopped|interrupted/u);
  };

  it('FLOW-8, FLOW-9, KB-1 no message, packet or job is lost or doubled', async () => {
    let isOver = false;
    const random = randomBy(SEED);
    console.info(`chaos with seed ${SEED} (IBID_CHAOS_SEED)`);
    const history: RecordedTurn[] = [];
    const asking = Array.from({ length: PEOPLE }, async (_, person) => {
      for (let number = 0; !isOver; number += 1) {
        const stopsAfter = random(3) === 0 ? 1 + random(40) : null;
        const key = `person ${person} message ${number}`;
        history.push(await runRecordedTurn({ client: cluster.client, key, modelId: MODEL, stopsAfter }));
      }
    });
    const jobs: { jobId: string; baseId: string }[] = [];
    let round = 0;
    // Each kind once before any repeats, in a different order every time.
    let coming: (typeof faults)[number][] = [];
    for (; round < FAULTS; round += 1) {
      if (coming.length === 0) coming = [...faults];
      const [fault] = coming.splice(random(coming.length), 1);
      jobs.push(await upload(`Chaos ${round}`));
      await fault!(cluster, random(1_000));
      await new Promise((resolve) => setTimeout(resolve, 200 + random(2_000)));
    }
    isOver = true;
    await Promise.all(asking);
    expect(history.length).toBeGreaterThanOrEqual(PEOPLE);

    // An overnight run has more than a thousand: requesting them one by one would take as long as the faults did.
    const unchecked = [...history];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let turn = unchecked.pop(); turn; turn = unchecked.pop()) await checkTurn(turn);
      }),
    );
    for (const { jobId, baseId } of jobs) {
      const state = async () => (await read<{ state: string }>(`/api/jobs/${jobId}`)).state;
      await expect.poll(state, { interval: 250 }).toBe('done');
      const { outcomes } = await read<{ outcomes: { name: string; outcome: string }[] }>(
        `/api/jobs/${jobId}`,
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      const { total } = await read<{ total: number }>(`/api/knowledge-bases/${baseId}/items?limit=1`);
      expect(total).toBe(NOTES.length);
    }
    console.info(`${round} faults, ${history.length} turns, ${jobs.length} jobs`);
  });
});
