import { describe, expect, it } from 'vitest';
import { runInThread } from './run-in-thread.js';

const files = new Map([
  ['all.txt', Array.from({ length: 2_000 }, (_, line) => `${line % 97} winch`).join('\n')],
]);
const job = (line: string) => ({ line, files, outputCharacters: 1_000 });
const { signal } = new AbortController();

describe('AGR-3 a command in a thread of its own', () => {
  it('is answered', async () => {
    const result = await runInThread(job('grep -c "^7 " all.txt'), { milliseconds: 600_000, signal });
    expect(result).toEqual({ output: '21\n', exitCode: 0, omitted: 0 });
  });

  it('is ended at its limit, and with its turn', async () => {
    // More work than any machine does in no time at all.
    const endless = job(`cat ${'all.txt '.repeat(300)}${'| cat - - - - - - - - - - '.repeat(20)}`);
    const late = await runInThread(endless, { milliseconds: 0, signal });
    expect(late).toMatchObject({ exitCode: 124, output: expect.stringContaining('too much work') });
    const stopped = await runInThread(job('ls'), { milliseconds: 600_000, signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ exitCode: 124, output: 'Stopped.' });
  });

  it('keeps nobody waiting while it works', async () => {
    const long = job(`cat ${'all.txt '.repeat(5)}${'| sort -n | sort -rn '.repeat(2)}| head -1`);
    await runInThread(long, { milliseconds: 600_000, signal });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const { output } = await runInThread(long, { milliseconds: 600_000, signal });
    isOver = true;
    expect(output).toBe('96 winch\n');
    // In the main thread, this would take a single turn.
    expect(turns).toBeGreaterThan(100);
  });
});
