import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../src/internal.js';

// The built packages, like the process under test: both must know the same schema.
const { openDatabase, openKnowledge }: typeof import('@ibid/store/internal') = await import(
  new URL('../../store/lib/internal.js', import.meta.url).href
);

/** Runs with every test run. Set it to 100 for the full test. */
const ROUNDS = Number(process.env['IBID_KILL_ROUNDS'] ?? 1);
const FILES = 10;
const child = fileURLToPath(new URL('./support/ingest-child.mjs', import.meta.url));
const viewer: Viewer = { userId: 'ada', roles: [], isAdministrator: false };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ibid-kill-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const textOf = (file: number, version: number) =>
  `# File ${file}\n\nVersion v${version}x of file f${file}x.\n\n` +
  Array.from(
    { length: 8 },
    (_, line) =>
      `## Part ${line}\n\n${`Sentence ${line} of v${version}x about f${file}x and tides. `.repeat(14)}`,
  ).join('\n\n');

async function writeFiles(folder: string, version: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let file = 0; file < FILES; file++)
    await writeFile(join(folder, `f${file}.md`), textOf(file, version));
}

/** Runs an ingest and kills it a moment after the given number of acknowledged items. Null: lets it finish. */
function runChild(
  arguments_: string[],
  kill: { afterItems: number; milliseconds: number } | null,
): Promise<{ acknowledged: Map<string, string>; finished: boolean }> {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, ...arguments_], { stdio: ['ignore', 'pipe', 'inherit'] });
    const acknowledged = new Map<string, string>();
    let finished = false;
    createInterface({ input: running.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { name?: string; hash?: string; done?: object } | string;
      if (typeof said === 'object' && said.name) acknowledged.set(said.name, said.hash ?? '');
      if (typeof said === 'object' && said.done) finished = true;
      if (kill && acknowledged.size === kill.afterItems) {
        setTimeout(() => running.kill('SIGKILL'), kill.milliseconds);
      }
    });
    running.on('error', reject);
    running.on('close', () => resolve({ acknowledged, finished }));
  });
}

describe('KB-1 an ingest killed at any moment', () => {
  it(
    'loses nothing it had acknowledged, shows nothing half, and goes on',
    async () => {
      let interrupted = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const files = join(root, `files-${round}`);
        const data = join(root, `data-${round}`);
        await writeFiles(files, 1);
        const base = await prepareBase(data);
        // Positions and times that are spread evenly for any number of rounds, the same in each run.
        const spread = (index: number) => ((index + 1) * 0.618_033_988_7) % 1;
        const afterItems = Math.floor(spread(round) * (FILES / 2));
        const milliseconds = spread(round + ROUNDS) * 40;
        const first = await runChild([data, files, base], { afterItems, milliseconds });
        await checkBase(data, first.acknowledged, [1]);

        // The next run finds changed files and is killed too: old or new, never both.
        await writeFiles(files, 2);
        const second = await runChild([data, files, base], { afterItems, milliseconds });
        await checkBase(data, second.acknowledged, [1, 2]);

        interrupted += Number(!first.finished) + Number(!second.finished);
        const last = await runChild([data, files, base], null);
        expect(last.finished).toBe(true);
        expect(await checkBase(data, new Map(), [2])).toBe(FILES);
        await rm(data, { recursive: true, force: true });
      }
      // A kill after the end proves nothing. With many rounds, most must come earlier.
      if (ROUNDS >= 10) expect(interrupted).toBeGreaterThan(ROUNDS);
    },
    ROUNDS * 120_000,
  );
});

async function prepareBase(data: string): Promise<string> {
  const database = await openDatabase({ folder: data });
  const knowledge = await openKnowledge({ database, embedder: null });
  const access = { visibility: 'private' as const, ownerId: 'ada', sharedWithUsers: [], sharedWithRoles: [] };
  const { id } = await knowledge.bases.create({ name: 'Killed', access });
  await knowledge.close();
  await database.close();
  return id;
}

/**
 * Checks that every item is complete, of one version and searchable, and that every acknowledged one exists with the
 * acknowledged hash.
 */
async function checkBase(
  data: string,
  acknowledged: Map<string, string>,
  versions: number[],
): Promise<number> {
  const database = await openDatabase({ folder: data });
  const knowledge = await openKnowledge({ database, embedder: null });
  const { reader } = knowledge;
  const { rows } = await reader.listItems({ viewer, limit: FILES + 1 });
  for (const [name, hash] of acknowledged) {
    expect(rows.find((item) => item.name === name)?.contentHash).toBe(hash);
  }
  for (const item of rows) {
    const text = (await reader.readItemText(viewer, item.id)) ?? '';
    const file = Number(/\d+/.exec(item.name)?.[0]);
    const version = versions.find((each) => text === textOf(file, each));
    expect(version).toBeDefined();
    const chunks = await reader.readChunks(viewer, item.id, { from: 0, to: 999 });
    expect(chunks).toHaveLength(item.chunks);
    for (const chunk of chunks) expect(text.slice(chunk.span.start, chunk.span.end)).toBe(chunk.text);
    for (const other of [1, 2]) {
      const contentQuery = `v${other}x f${file}x`;
      const found = await reader.count({
        viewer,
        unit: 'chunks',
        contentQuery,
        filter: { itemIds: [item.id] },
      });
      expect([item.name, other, found]).toEqual([item.name, other, other === version ? item.chunks : 0]);
    }
  }
  expect(await reader.count({ viewer, unit: 'items' })).toBe(rows.length);
  await knowledge.close();
  await database.close();
  return rows.length;
}
