import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { viewerOf, wordEmbedder } from './contract-kit.test-helper.js';
import { openKnowledge } from './open-knowledge.js';

const folder = mkdtempSync(join(tmpdir(), 'ibid-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Set it to 100 for a full run; each kill starts a process. */
const KILLS = Number(process.env['IBID_CRASH_KILLS'] ?? 10);

const writer = new URL('./crash-writer.test-helper.js', import.meta.url.replace('/src/', '/dist/'));

/**
 * Runs the writer and kills it after a share of 400 ms. Returns the last round in which each item was reported as
 * stored.
 */
async function killWithin(share: number, firstRound: number): Promise<Map<number, number>> {
  const script = `import(${JSON.stringify(writer.href)}).then((m) => m.writeUntilKilled(${JSON.stringify({ folder, firstRound })}))`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let timer: NodeJS.Timeout | null = null;
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
    // Starts with the first item; startup is not tested.
    timer ??= setTimeout(() => child.kill('SIGKILL'), share * 400);
  });
  await new Promise((resolve) => child.on('close', resolve));
  const safe = new Map<number, number>();
  for (const [, item, round] of said.matchAll(/^(\d+) (\d+)\n/gm)) safe.set(Number(item), Number(round));
  return safe;
}

describe('KB-1 a process killed while it takes in documents', () => {
  it(
    `loses nothing it said was safe and shows nothing half, ${KILLS} times`,
    async () => {
      const ann = viewerOf('ann');
      const safe = new Map<number, number>();
      let round = 1;
      // Evenly spread moments for any number of kills, the same in each run.
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (const [item, inRound] of await killWithin(((kill + 1) * 0.618_033_988_7) % 1, round))
          safe.set(item, inRound);
        const database = await openDatabase({ folder });
        const knowledge = await openKnowledge({ database, embedder: wordEmbedder });
        const { rows: integrity } = await sql<{ integrity_check: string }>`
        select * from pragma_integrity_check`.execute(database.db);
        expect(integrity[0]?.integrity_check).toBe('ok');
        const { rows: items } = await knowledge.reader.listItems({ viewer: ann, limit: 100 });
        for (const [item, inRound] of safe) {
          const stored = items.find((one) => one.externalId === `e${item}`);
          expect(stored).toBeDefined();
          const chunks = await knowledge.reader.readChunks(ann, stored!.id, { from: 0, to: 9 });
          const rounds = new Set(chunks.map((chunk) => Number(/^r(\d+)n/.exec(chunk.text)?.[1])));
          expect(chunks).toHaveLength(3);
          // All three chunks are of one round, and never of an older one than reported.
          expect(rounds.size).toBe(1);
          const [storedRound] = rounds;
          expect(storedRound).toBeGreaterThanOrEqual(inRound);
          for (const mode of ['keyword', 'hybrid'] as const) {
            const query = `r${storedRound}n${item}x`;
            const hits = await knowledge.reader.search({ viewer: ann, query, mode, topK: 3 });
            expect(hits.filter((hit) => hit.itemId === stored!.id)).toHaveLength(3);
          }
          const stale = await knowledge.reader.count({
            viewer: ann,
            unit: 'chunks',
            contentQuery: `r${storedRound! - 1}n${item}x`,
          });
          expect(stale).toBe(0);
        }
        const chunks = await knowledge.reader.count({ viewer: ann, unit: 'chunks' });
        expect(chunks).toBe(items.length * 3);
        expect(await knowledge.status()).toMatchObject({ chunks, embedded: chunks });
        round = Math.max(round, ...safe.values()) + 2;
        await knowledge.close();
        await database.close();
      }
      expect(safe.size).toBeGreaterThan(0);
    },
    600_000 + KILLS * 60_000,
  );
});
