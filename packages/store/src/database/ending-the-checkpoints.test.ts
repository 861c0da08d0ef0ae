import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** If ended by `terminate` alone, the thread crashes the process within about thirty of these rounds. */
const ROUNDS = 60;

describe('OPS-1 the thread that copies the log', () => {
  const built = (name: string) =>
    JSON.stringify(fileURLToPath(new URL(`../../dist/database/${name}.js`, import.meta.url)));

  it('is ended at any moment of its work without taking the process along, and lets it exit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ibid-ending-'));
    const program = `
      import { openDatabase } from ${built('open-database')};
      import { checkpointInBackground } from ${built('checkpoint-in-background')};
      const database = await openDatabase({ folder: ${JSON.stringify(folder)} });
      for (let round = 0; round < ${ROUNDS}; round += 1) {
        const value = JSON.stringify('x'.repeat(200_000));
        await database.db.insertInto('settings')
          .values({ scope: 'test', key: 'key ' + round, value, updated_at: '' }).execute();
        const stop = await checkpointInBackground(database, { bytes: 0, milliseconds: 1 });
        await new Promise((resolve) => setTimeout(resolve, 40 + (round * 37) % 100));
        if (round < ${ROUNDS - 1}) await stop();
      }
      process.exit(0);`;
    try {
      const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
      });
      expect(ended.signal, ended.stderr).toBeNull();
      expect(ended.status, ended.stderr).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
