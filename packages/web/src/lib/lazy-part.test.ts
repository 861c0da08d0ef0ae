import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchPart } from './lazy-part.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failing = (times: number) => {
  const load = vi.fn<() => Promise<string>>(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch');
    return 'part';
  });
  return load;
};

it('fetches a part of the page again where the network was lost twice', async () => {
  const load = failing(2);
  const fetched = fetchPart(load);
  await vi.runAllTimersAsync();
  expect(await fetched).toBe('part');
  expect(load).toHaveBeenCalledTimes(3);
});

it('gives up in the end, with what went wrong', async () => {
  const load = failing(9);
  const refused = fetchPart(load).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect(await refused).toBe('Failed to fetch');
  expect(load).toHaveBeenCalledTimes(3);
});
