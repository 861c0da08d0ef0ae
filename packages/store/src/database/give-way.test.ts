import { afterEach, describe, expect, it } from 'vitest';
import { giveWay, isTimeToGiveWay } from './give-way.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function work(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until;);
}

describe('a chain of statements', () => {
  afterEach(turn);

  it('keeps the thread at its beginning, however long the process had nothing to do', async () => {
    expect(isTimeToGiveWay()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(isTimeToGiveWay()).toBe(false);
  });

  it('lets others have theirs once it is long, and then begins anew', async () => {
    expect(isTimeToGiveWay()).toBe(false);
    work(15);
    expect(isTimeToGiveWay()).toBe(true);
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    await giveWay();
    expect(hadTurn).toBe(true);
    expect(isTimeToGiveWay()).toBe(false);
  });
});
