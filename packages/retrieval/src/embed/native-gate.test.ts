import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createNativeGate, insideGate, shutGate, shutGateNow } from './native-gate.js';

describe('the gate around native code', () => {
  it('lets work end before it shuts, and none in afterwards', async () => {
    const gate = createNativeGate();
    const order: string[] = [];
    const work = insideGate(gate, async () => {
      await setTimeout(20);
      order.push('worked');
      return 'result';
    });
    const shut = shutGate(gate).then(() => order.push('shut'));
    expect(await work).toBe('result');
    await shut;
    expect(order).toEqual(['worked', 'shut']);
    expect(await insideGate(gate, () => Promise.resolve('never'))).toBeNull();
    await shutGate(gate);
  });

  it('waits no longer than told for work that does not end', () => {
    const gate = createNativeGate();
    void insideGate(gate, () => new Promise(() => undefined));
    shutGateNow(gate, { milliseconds: 20 });
    const idle = createNativeGate();
    shutGateNow(idle, { milliseconds: 60_000 });
    expect(Atomics.load(idle, 0)).not.toBe(0);
  });
});

describe('KB-3 an embedder at work', () => {
  const embed = fileURLToPath(new URL('../../dist/embed/index.js', import.meta.url));
  const moments = [0, 7, 19, 31, 53];
  const run = (ending: string, milliseconds: number) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { openLocalEmbedder } from ${JSON.stringify(embed)};
        const embedder = await openLocalEmbedder();
        const texts = Array.from({ length: 20 }, (_, index) => ('word ' + index + ' ').repeat(300));
        embedder.embed(texts, 'document').catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
        ${ending}`,
      ],
      { encoding: 'utf8' },
    );

  it.each(moments)('is closed %i ms after it began without taking the process along', (milliseconds) => {
    expect(run('await embedder.close();', milliseconds)).toMatchObject({
      stderr: '',
      status: 0,
      signal: null,
    });
  });

  it.each(moments)('lets the process exit %i ms after it began', (milliseconds) => {
    expect(run('process.exit(0);', milliseconds)).toMatchObject({ stderr: '', status: 0, signal: null });
  });
});
