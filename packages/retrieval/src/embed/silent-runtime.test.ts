import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'ibid-silent-'));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('the runtime for embeddings keeps no identifier of the machine, so it reports nothing', () => {
  const embed = fileURLToPath(new URL('../../dist/embed/index.js', import.meta.url));
  const program = `import { openLocalEmbedder } from ${JSON.stringify(embed)};
    const embedder = await openLocalEmbedder();
    console.log((await embedder.embed(['a word'], 'document'))[0].length);
    await embedder.close();`;
  // The runtime reports nothing if it finds CI in the environment.
  const { CI: _ci, ORT_DISABLE_TELEMETRY: _set, ORT_RUNNING_UNIT_TESTS: _tests, ...others } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...others, HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(readdirSync(home, { recursive: true })).toEqual([]);
});
