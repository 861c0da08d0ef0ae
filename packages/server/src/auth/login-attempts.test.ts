import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressGroup } from '../http/client-address.js';
import { createLoginAttempts } from './login-attempts.js';

// Time stands still unless a test advances it.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FREE = 3;
const make = () => createLoginAttempts({ failedLogins: FREE, redis: null });
const at = (address: string, name = 'root', isKnownAddress = false) => ({ name, address, isKnownAddress });

async function waitOf(attempt: Promise<unknown>): Promise<number> {
  return attempt.then(
    () => 0,
    (error: { headers: Record<string, string> }) => Number(error.headers['retry-after']),
  );
}

describe('API-2 wrong passwords', () => {
  it('count for a name and an address together: nobody is shut out from elsewhere', async () => {
    const begin = make();
    for (let guess = 0; guess < FREE; guess += 1) await begin(at('10.0.0.1'));
    await begin(at('10.0.0.1'));
    expect(await waitOf(begin(at('10.0.0.1')))).toBeGreaterThan(0);
    expect(await waitOf(begin(at('10.0.0.1', 'Root')))).toBeGreaterThan(0);
    expect(await waitOf(begin(at('10.0.0.2')))).toBe(0);
    expect(await waitOf(begin(at('10.0.0.1', 'ann')))).toBe(0);
  });

  it('are limited when many are sent at once', async () => {
    const begin = make();
    const waits = await Promise.all(Array.from({ length: 20 }, () => waitOf(begin(at('10.0.0.1')))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(FREE + 1);
  });

  it('wait longer each time, and are forgotten with the right one', async () => {
    const begin = make();
    for (let guess = 0; guess <= FREE; guess += 1) await begin(at('10.0.0.1'));
    const first = await waitOf(begin(at('10.0.0.1')));
    await vi.advanceTimersByTimeAsync(first * 1000 + 100);
    const attempt = await begin(at('10.0.0.1'));
    expect(await waitOf(begin(at('10.0.0.1')))).toBeGreaterThan(first);
    await attempt.succeeded();
    for (let guess = 0; guess < FREE; guess += 1) expect(await waitOf(begin(at('10.0.0.1')))).toBe(0);
  });

  it('do not count where they were right: many people may share an address', async () => {
    const begin = make();
    for (let person = 0; person < FREE * 10; person += 1)
      await (await begin(at('10.0.0.1', `person ${person}`))).succeeded();
    for (let guess = 0; guess < FREE * 3; guess += 1) await begin(at('10.0.0.1', `guess ${guess}`));
    expect(await waitOf(begin(at('10.0.0.1', 'one more')))).toBeGreaterThan(0);
  });

  it('from many addresses stop new ones, and never the one the person always comes from', async () => {
    const begin = make();
    for (let guess = 0; guess < FREE * 10; guess += 1) await begin(at(`10.0.${guess}.1`));
    expect(await waitOf(begin(at('10.1.0.1')))).toBeGreaterThan(0);
    expect(await waitOf(begin(at('10.2.0.1', 'root', true)))).toBe(0);
  });

  it('come from one place when the addresses are of one network of version 6', () => {
    expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressGroup('2001:DB8:1:2::9')).toBe(addressGroup('2001:db8:1:2:ffff::'));
    expect(addressGroup('2001:db8::1')).not.toBe(addressGroup('2001:db8:1::1'));
    expect(addressGroup('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(addressGroup('::1')).toBe('0:0:0:0::/64');
    expect(addressGroup('10.0.0.1')).toBe('10.0.0.1');
  });
});
