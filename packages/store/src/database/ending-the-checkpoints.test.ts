import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

describe('OPS-1 the thread that copies the log', () => {
  const built = (name: string) => fileURLToPath(new URL(`../../dist/database/${name}.js`, import.meta.url));
  const run = (ending: string, milliseconds: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'ibid-ending-'));
    try {
      return spawnSync(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `import { openDatabase } from ${JSON.stringify(built('open-database'))};
          import { checkpointInBackground } from ${JSON.stringify(built('checkpoint-in-background'))};
          const database = await openDatabase({ folder: ${JSON.stringify(folder)} });
          const stop = await checkpointInBackground(database, { bytes: 0, milliseconds: 1 });
          await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
          ${ending}`,
        ],
        { encoding: 'utf8' },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const moments = [0, 3, 11, 23, 47, 90];

  it.each(moments)('is ended after %i ms without taking the process along', (milliseconds) => {
    expect(run('await stop(); await database.close();', milliseconds)).toMatchObject({
      stderr: '',
      status: 0,
      signal: null,
    });
  });

  it.each(moments)('lets the process exit after %i ms', (milliseconds) => {
    expect(run('process.exit(0);', milliseconds)).toMatchObject({ stderr: '', status: 0, signal: null });
  });
});
