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
/** Enough that work is left for every kill. */
const FILES = Number(process.env['IBID_CRASH_FILES'] ?? Math.max(60, KILLS * 5));
const PER_UPLOAD = 50;
const LONGEST_LIFE_MILLISECONDS = 1_500;

interface Job {
  state: string;
  error?: string;
  outcomes: { name: string; outcome: string; reason?: string }[];
}

/** A number from 0 to 1 that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Of all kinds that fail and that do not. */
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
        for (let first = 0; first < FILES; first += PER_UPLOAD) {
          const form = new FormData();
          for (let index = first; index < Math.min(first + PER_UPLOAD, FILES); index += 1) {
            const name = `log-${index}.${index % 25 === 7 ? 'pdf' : 'md'}`;
            form.append('files', new Blob([contentOf(index)]), name);
          }
          const { body, status } = await client.send<{ jobId: string }>(
            'POST',
            `/api/knowledge-bases/${base.id}/uploads`,
            form,
          );
          expect(status).toBe(202);
          jobs.push(body.jobId);
        }
        for (let kill = 0; kill < KILLS; kill += 1) {
          await pause(random() * LONGEST_LIFE_MILLISECONDS);
          await server!.end('SIGKILL');
          client = await start();
        }
        const read = (id: string) => client.get<Job>(`/api/jobs/${id}`);
        const isOver = async () => {
          const states = await Promise.all(jobs.map(async (id) => (await read(id)).state));
          return states.every((state) => state === 'done' || state === 'failed');
        };
        await expect.poll(isOver, { timeout: 1_200_000, interval: 1_000 }).toBe(true);
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
