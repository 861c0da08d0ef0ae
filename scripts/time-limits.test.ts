import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = [
  'docs',
  'examples',
  'scripts',
  ...readdirSync(join(root, 'packages')).flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`]),
].filter((folder) => existsSync(join(root, folder)));
/** A time limit of the test runner: as an option, or as the last argument of a test, a hook or `vi.waitFor`. */
const LIMIT = /\btimeout: ([\d_]+)|^\s*\}, ([\d_]+)\);$|\bwaitFor\(.*, ([\d_]+)\);$/gmu;
const LEAST = 600_000;

describe('no test depends on speed (OPS-4)', () => {
  it('waits as long as the settings of all tests say, or longer', () => {
    const short = FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
      .filter((path) => /\.test(-helper)?\.tsx?$/u.test(path))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(LIMIT)]
          .map(([, ...found]) => Number(found.find(Boolean)?.replaceAll('_', '')))
          .filter((limit) => limit >= 1_000 && limit < LEAST)
          .map((limit) => `${path} waits ${limit} ms`),
      );
    expect(short).toEqual([]);
  });
});
