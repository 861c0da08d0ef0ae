import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ibid-kill-'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const built = new URL('./folder-workspace.js', import.meta.url).href.replace('/src/', '/dist/');

/** Replaces one file again and again with a megabyte of a single letter, and reports after the first time. */
const writer = `
  import { FolderWorkspace } from ${JSON.stringify(built)};
  const workspace = new FolderWorkspace({ folder: process.argv[1] });
  async function* content(letter) {
    for (let i = 0; i < 64; i += 1) yield letter.repeat(16384);
  }
  for (let i = 0; ; i += 1) {
    const letter = 'ab'[i % 2];
    await workspace.write({ path: 'f', content: content(letter), mode: 'write', create: true, existOk: true });
    if (i === 0) console.log('ready');
  }
`;

describe('FD-6 a crash leaves the old file or the new one', () => {
  it.each([3, 17, 31, 44])('when the process is killed %i ms after a write', async (pause) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, pause));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const content = await readFile(join(root, 'f'), 'utf8');
    expect(content).toHaveLength(1_048_576);
    expect(new Set(content).size).toBe(1);
  });
});
