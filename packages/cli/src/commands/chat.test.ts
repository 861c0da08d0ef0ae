import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../ibid.js', import.meta.url));
const hasTerminal = spawnSync('script', ['--version']).status === 0;
let folder: string;
let fake: FakeOpenAIServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-chat-'));
  fake = await startFakeOpenAIServer();
});

afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

/** `ibid chat` in a pseudo-terminal created by `script`. */
function openChat(): {
  type: (keys: string) => void;
  shown: () => string;
  ended: Promise<unknown[]>;
} {
  const command = `${process.execPath} ${bin} chat --data ${folder}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm',
      SHELL: '/bin/sh',
      OLLAMA_HOST: 'off',
      IBID_EMBEDDER: 'none',
      IBID_MODEL_URL: fake.url,
      IBID_MODEL: 'custom/fake/tokens=400,gap=30',
      IBID_SMALL_MODEL: 'ibid/extractive',
    },
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString('utf8')));
  return {
    type: (keys) => child.stdin.write(keys),
    // oxlint-disable-next-line no-control-regex -- colours and movements of the cursor
    shown: () => text.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/gu, ''),
    ended: once(child, 'exit'),
  };
}

describe.skipIf(!hasTerminal)('CLI-1 chat in a terminal', () => {
  it('stops an answer on Ctrl-C and goes on, tells what it saw, and leaves on the second', async () => {
    const chat = openChat();
    const prompts = () => chat.shown().split('› ').length - 1;
    const shows = async (text: string) => {
      await expect.poll(chat.shown).toContain(text);
    };
    await shows('› ');
    chat.type('Tell me something long\r');
    await shows('The report says');
    chat.type('/help\r');
    chat.type('\u0003');
    await shows('Stopped. The answer so far is kept.');
    // Typed while the answer was streaming.
    await shows('start another conversation');
    chat.type('/context\r');
    await shows('system prompt');
    chat.type('/refs\r');
    await shows('fd:1');
    chat.type('/sources\r');
    await shows('Nothing has been cited yet.');
    chat.type('/fork\r');
    await shows('Now in the fork');
    chat.type('/context\r');
    await expect.poll(() => chat.shown().split('system prompt').length).toBe(3);
    for (let time = 0; time < 8; time += 1) {
      const before = prompts();
      chat.type('/nothing\r');
      await expect.poll(prompts).toBeGreaterThan(before);
    }
    chat.type('\u0003');
    expect((await chat.ended)[0]).toBe(0);
    expect(chat.shown()).not.toContain('Warning');
  });
});

describe('CLI-1 chat from a pipe', () => {
  it('takes every line, in order, and writes Markdown as it is', () => {
    const ended = spawnSync(process.execPath, [bin, 'chat', '--data', join(folder, 'pipe')], {
      input: '/help\nWho are you?\n/refs\n/exit\n',
      encoding: 'utf8',
      timeout: 600_000,
      env: {
        PATH: process.env['PATH'],
        OLLAMA_HOST: 'off',
        IBID_EMBEDDER: 'none',
        IBID_MODEL: 'ibid/extractive',
      },
    });
    expect(ended.status).toBe(0);
    expect(ended.stdout.indexOf('start another conversation')).toBeGreaterThanOrEqual(0);
    expect(ended.stdout).toContain('*');
    expect(ended.stdout.indexOf('fd:1')).toBeGreaterThan(ended.stdout.indexOf('start another conversation'));
    expect(ended.stdout).not.toContain('\u001B');
  });
});
