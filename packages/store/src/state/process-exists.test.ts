import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { processExists } from './process-exists.js';

it('knows which processes run', () => {
  expect(processExists(process.pid)).toBe(true);
  expect(processExists(2 ** 22 + 1)).toBe(false);
});

it.skipIf(process.platform !== 'linux')(
  'takes a dead process that nobody has collected for dead',
  async () => {
    // The second program takes the place of the shell and never asks for the child.
    const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [said] = (await once(parent.stdout, 'data')) as [Buffer];
      const child = Number(said.toString());
      await expect.poll(() => processExists(child)).toBe(false);
      expect(() => process.kill(child, 0)).not.toThrow();
    } finally {
      parent.kill();
    }
  },
);
