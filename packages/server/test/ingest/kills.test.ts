import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startServerProcess } from '../../src/acceptance/server-process.js';
import type { ServerProcess } from '../../src/acceptance/server-process.js';
import { TestClient } from '../../src/acceptance/test-client.js';
import { testStore } from '../../src/acceptance/test-store.js';

const KILLS = Number(process.env['IBID_CRASH_KILLS'] ?? 5);
const FILES = Number(process.env['IBID_CRASH_FILES'] ?? Math.max(60, KILLS * 5));
/** One upload precedes the kills, to measure how long it takes; then one upload per kill. */
const PER_UPLOAD = Math.ceil(FILES / (KILLS + 1));

interface Job {
  state: string;
  error?: string;
  outcomes: { name: string; outcome: string; reason?: string }[];
}

/** Random numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Files of all kinds, valid and invalid. */
function contentOf(index: number): string {
  if (index % 25 === 7) return '%PDF-1.4 torn';
  const words = `Entry ${index} of the log, fair wind and a following sea. `;
  return `# Log ${index}\n\n${words.repeat(20 + (index % 7) * 60)}`;
}

describe('KB-1 a server that is killed again and again', () => {
  it(
    `indexes each of ${FILES} files it said it has, or says why not, through ${KILLS} kills`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'ibid-kills-'));
      const random = seeded(19);
      let server: ServerProcess | null = null;
      const start = async () => {
        server = await startServerProcess({
          dataFolder: folder,
          logLevel: 'silent',
          ...(await testStore(folder)),
        });
        return new TestClient(server.url);
      };
      try {
        let client = await start();
        const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Logs' });
        const jobs: string[] = [];
        const read = (id: string) => client.get<Job>(`/api/jobs/${id}`);
        const isLeft = async (id: string) => ['queued', 'running'].includes((await read(id)).state);
        let sent = 0;
        const upload = async () => {
          const form = new FormData();
          for (const last = Math.min(sent + PER_UPLOAD, FILES); sent < last; sent += 1) {
            const name = `log-${sent}.${sent % 25 === 7 ? 'pdf' : 'md'}`;
            form.append('files', new Blob([contentOf(sent)]), name);
          }
          const { body, status } = await client.send<{ jobId: string }>(
            'POST',
            `/api/knowledge-bases/${base.id}/uploads`,
            form,
          );
          expect(status).toBe(202);
          jobs.push(body.jobId);
          return body.jobId;
        };
        const began = Date.now();
        const first = await upload();
        while (await isLeft(first)) await pause(20);
        const needed = Date.now() - began;
        let atWork = 0;
        for (let kill = 0; kill < KILLS; kill += 1) {
          const job = sent < FILES ? await upload() : jobs.at(-1)!;
          // Anywhere during the work, and now and then after it, on any machine. The first kill comes at once: a
          // machine that was slow a moment ago may be fast now.
          await pause(kill === 0 ? 0 : random() * needed * 1.1);
          if (await isLeft(job)) atWork += 1;
          await server!.end('SIGKILL');
          client = await start();
        }
        console.info(`${atWork} of ${KILLS} kills struck while files were being read.`);
        expect(atWork).toBeGreaterThan(0);
        const isOver = async () => {
          const states = await Promise.all(jobs.map(async (id) => (await read(id)).state));
          return states.every((state) => state === 'done' || state === 'failed');
        };
        await expect.poll(isOver, { interval: 1_000 }).toBe(true);
        const ended = await Promise.all(jobs.map(read));
        expect(ended.filter(({ state }) => state === 'failed')).toEqual([]);
        const outcomes = ended.flatMap((job) => job.outcomes);
        const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
        expect(new Set(outcomes.map(({ name }) => name)).size).toBe(FILES);
        expect(failed.every(({ name, reason }) => name.endsWith('.pdf') && reason)).toBe(true);
        const { total } = await client.get<{ total: number }>(
          `/api/knowledge-bases/${base.id}/items?limit=1`,
        );
        expect(total + failed.length).toBe(FILES);
      } finally {
        await server!.end('SIGKILL');
        await rm(folder, { recursive: true, force: true });
      }
    },
    1_800_000 + KILLS * 30_000,
  );
});
