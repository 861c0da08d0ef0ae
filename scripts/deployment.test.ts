import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Lists of arguments that begin with our own command. */
const commandsIn = (text: string) =>
  [...text.matchAll(/^\s*(?:command|args|CMD):? \[(.*)\]$/gm)]
    .map(([, list = '']) => list.split(',').map((one) => one.trim().replaceAll(/^["']|["']$/g, '')))
    .filter(([first]) => first === 'serve');

describe('OPS-2 what the image, compose and Kubernetes start', () => {
  it('is the command itself, with options that it has', () => {
    expect(read('Dockerfile')).toMatch(/^ENTRYPOINT \["[^"]*\/ibid"\]$/m);
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'packages/cli/dist/bin.js'), 'serve', '--help'],
      {
        encoding: 'utf8',
      },
    );
    for (const [file, least] of [
      ['Dockerfile', 1],
      ['compose.yaml', 2],
      ['docs/kubernetes/ibid.yaml', 2],
    ] as const) {
      const commands = commandsIn(read(file));
      expect(commands.length, file).toBeGreaterThanOrEqual(least);
      for (const option of commands.flat().filter((one) => one.startsWith('--')))
        expect(stdout, `${file} ${option}`).toContain(`${option} `);
    }
  });
});
