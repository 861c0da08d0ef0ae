import { describe, expect, it } from 'vitest';
import { whileAway } from './while-away.js';

const away = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** A clock that advances only while somebody waits. */
function clockOfTheTest() {
  let now = 0;
  return {
    now: () => now,
    async pause(milliseconds: number) {
      now += milliseconds;
    },
  };
}

describe('OPS-2 work that needs the database', () => {
  it('is done again while it is away, and not for any other reason', async () => {
    const { signal } = new AbortController();
    let goes = 0;
    const work = async () => {
      goes += 1;
      if (goes < 3) throw away();
      return 'done';
    };
    expect(await whileAway(signal, work, Infinity, clockOfTheTest())).toBe('done');
    expect(goes).toBe(3);
    await expect(whileAway(signal, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  });

  it('ends when it stays away too long, and with the signal', async () => {
    const stop = new AbortController();
    let goes = 0;
    const work = () => {
      goes += 1;
      return Promise.reject(away());
    };
    await expect(whileAway(stop.signal, work, 1_500, clockOfTheTest())).rejects.toThrow('refused');
    expect(goes).toBeGreaterThan(1);
    const waiting = whileAway(stop.signal, work);
    stop.abort();
    await expect(waiting).rejects.toThrow('refused');
  });

  it('is patient anew with what went well for long before', async () => {
    const clock = clockOfTheTest();
    let goes = 0;
    const work = async () => {
      goes += 1;
      // The second run lasts longer than the patience.
      if (goes === 2) await clock.pause(1_700);
      if (goes < 3) throw away();
      return goes;
    };
    expect(await whileAway(new AbortController().signal, work, 1_500, clock)).toBe(3);
  });
});
