import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SavedResults } from './saved-results.js';

const never = new AbortController().signal;
const limits = { files: 2, characters: 1_000, outputCharacters: 50, milliseconds: 600_000 };

describe('AGR-3 saved results and the shell over them', () => {
  it('greps what was saved', async () => {
    const saved = new SavedResults();
    saved.save('log.txt', 'winch failed\nwinch mended\nall well\n');
    expect(await saved.run('grep -c winch log.txt', never)).toMatchObject({ output: '2\n', exitCode: 0 });
  });

  it('reaches no file of the machine and no network', async () => {
    const saved = new SavedResults();
    saved.save('a.txt', 'x');
    for (const command of [
      'cat /etc/passwd',
      'cat ../../../etc/hostname',
      'curl http://127.0.0.1/',
      'node -e 1',
    ]) {
      const result = await saved.run(command, never);
      expect(result.exitCode, command).not.toBe(0);
    }
    expect((await saved.run('ls /', never)).output).not.toContain('home\nlib');
  });

  it('keeps to its limits and says so', async () => {
    const saved = new SavedResults(limits);
    expect(saved.save('a.txt', 'a'.repeat(600))).toBeNull();
    expect(saved.save('b.txt', 'b'.repeat(600))).toContain('1000 characters');
    expect(saved.save('b.txt', 'b')).toBeNull();
    expect(saved.save('c.txt', 'c')).toContain('2 files');
    expect(saved.save('a.txt', 'again')).toBeNull();
    saved.save('a.txt', 'line\n'.repeat(30));
    const long = await saved.run('cat a.txt', never);
    expect(long.omitted).toBe(100);
    expect(long.output).toContain('100 more characters');
  });

  // Each of these blocked the whole process, or used all its memory, when commands ran in the main thread.
  it.each([
    "sed ':a;s/^/x/;ta' a.txt",
    "awk '/^(a*)*b$/' a.txt",
    'awk \'BEGIN { while (1) x = x "x" }\'',
    "grep -E '^(a*)*b$' a.txt",
    "grep -P '^(?:a|a|aa)+$' a.txt",
    "grep -E '(((a{0,30}){0,30}){0,1}b){0,1}c' a.txt",
    "grep '^\\(a*\\)*\\(a*\\)*b$' a.txt",
    'while true; do :; done',
    // Endless work, and more text than fits into memory.
    `cat b.txt ${'| sort -n | sort -rn'.repeat(60)}`,
    `cat ${'a.txt '.repeat(300)} ${'| cat - - - - - - - - - - '.repeat(20)}`,
  ])('never holds up the process: %s', async (command) => {
    const saved = new SavedResults({
      files: 2,
      characters: 2_000_000,
      outputCharacters: 500,
      milliseconds: 1_500,
    });
    saved.save('a.txt', `${'a'.repeat(60_000)}!\n`.repeat(10));
    saved.save('b.txt', 'b\n'.repeat(600_000));
    let answered = 0;
    const health = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(health, 'listening');
    const address = health.address() as AddressInfo;
    let done = false;
    const asking = (async () => {
      while (!done) {
        await (await fetch(`http://127.0.0.1:${address.port}/`)).text();
        if (!done) answered += 1;
        await setTimeout(5);
      }
    })();
    const result = await saved.run(command, never);
    done = true;
    await asking;
    health.close();
    expect(result.output.length).toBeLessThan(700);
    expect(answered).toBeGreaterThan(0);
    if (command.startsWith('cat'))
      expect(result).toMatchObject({ exitCode: 124, output: expect.stringMatching(/^Ended/) });
  });

  it('stops with the turn', async () => {
    const stop = new AbortController();
    const saved = new SavedResults({ ...limits, characters: 2_000_000, milliseconds: 600_000 });
    saved.save('b.txt', 'b\n'.repeat(600_000));
    const running = saved.run(`cat b.txt ${'| sort -n | sort -rn'.repeat(60)}`, stop.signal);
    stop.abort();
    expect(await running).toMatchObject({ exitCode: 124, output: 'Stopped.' });
  });
});
