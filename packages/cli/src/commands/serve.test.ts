import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../ibid.js', import.meta.url));
/** Simulates a tool or library with an unhandled rejection, or an exception thrown from a timer. */
const FAULTS = `
  process.on('message', (word) => {
    if (word === 'reject') void Promise.reject(new Error('nobody waited for this'));
    else setTimeout(() => { throw new Error('nobody caught this'); });
  });
  process.channel.unref();
`;

let folder: string;
let child: ChildProcess;
let output: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-serve-'));
});

afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  output = '';
  const words = ['serve', '--data', folder, '--port', '0', '--log-level', 'error'];
  child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(FAULTS)}`, bin, ...words],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
  await expect.poll(() => output).toMatch(/ready at .*http/);
  return /http:\/\/[\d.]+:\d+/.exec(output)?.[0] ?? '';
}

const ended = () =>
  new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );

describe('OPS-3 a server whose guests misbehave', () => {
  it('goes on when a promise fails that nobody waits for, and tells the log', async () => {
    const url = await start();
    child.send('reject');
    await expect.poll(() => output).toContain('nobody waited for this');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(child.exitCode).toBeNull();
  });

  it('ends well, and says that it failed, when something is thrown that nobody catches', async () => {
    await start();
    const end = ended();
    child.send('throw');
    expect(await end).toEqual({ code: 1, signal: null });
    expect(output).toContain('nobody caught this');
    expect(output).toContain('Ending …');
    // Its resources are free again.
    await start();
    expect(output).toContain('Ibid is ready at');
  });
});
