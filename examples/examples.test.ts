import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const names = readdirSync(new URL('./src', import.meta.url))
  .filter((name) => /^\d\d-.*\.ts$/.test(name))
  .map((name) => basename(name, '.ts'))
  .sort();

/** Runs the built file with the built packages in a separate process, as a user would. */
function run(name: string): Promise<{ status: number | null; output: string }> {
  const file = fileURLToPath(new URL(`./dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}

describe('each example asserts its outcome and ends by itself', () => {
  it('numbers them without a gap', () => {
    expect(names.map((name) => Number(name.slice(0, 2)))).toEqual(names.map((_, at) => at + 1));
  });

  it.each(names)('%s', async (name) => {
    const { status, output } = await run(name);
    expect(status, output).toBe(0);
  });
});
