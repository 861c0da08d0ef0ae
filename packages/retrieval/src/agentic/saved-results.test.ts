import { describe, expect, it } from 'vitest';
import { SavedResults } from './saved-results.js';

const never = new AbortController().signal;
const limits = { files: 2, characters: 1_000, outputCharacters: 50, milliseconds: 2_000 };

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
    const long = await saved.run('seq 1 100', never);
    expect(long.omitted).toBeGreaterThan(0);
    expect(long.output).toContain('more characters');
  });

  it('ends a command that does not end by itself', async () => {
    const saved = new SavedResults({ ...limits, milliseconds: 300 });
    const result = await saved.run('while true; do :; done', never);
    expect(result.exitCode).not.toBe(0);
  });

  it('stops with the turn', async () => {
    const stop = new AbortController();
    const saved = new SavedResults(limits);
    const running = saved.run('sleep 30', stop.signal);
    stop.abort();
    expect((await running).exitCode).not.toBe(0);
  });
});
