import { setTimeout } from 'node:timers/promises';
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
