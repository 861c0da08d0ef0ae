import { defineTool } from '@ibid/core';
import type { ToolContext } from '@ibid/core';
import type { IngestProgress } from '@ibid/retrieval/internal';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FilesBeingRead } from '../knowledge/files-being-read.js';
import { waitForFiles } from './wait-for-files.js';

const order: string[] = [];
const find = defineTool({
  name: 'find',
  description: 'Finds.',
  inputSchema: z.object({}),
  isSearch: true,
  execute: () => {
    order.push('searched');
    return Promise.resolve({ text: 'found', figures: { count: 1 } });
  },
});
const clock = defineTool({ ...find, name: 'clock', isSearch: false });

function reading() {
  let finish = () => {};
  let report: (progress: IngestProgress) => void = () => {};
  const files = new FilesBeingRead(['log.txt'], (onProgress) => {
    report = onProgress;
    return new Promise((resolve) => (finish = resolve));
  });
  const read = (share: number) => report({ share } as IngestProgress);
  return { files, read, finish: () => finish() };
}

function contextOf(signal = new AbortController().signal): ToolContext {
  const progress: ToolContext['progress'] = (words) => void order.push(words);
  return { signal, progress } as ToolContext;
}

afterEach(() => {
  order.length = 0;
  vi.useRealTimers();
});

describe('CTX-4 a search in files that are still being read', () => {
  it('waits until they are, and says how far it is', async () => {
    vi.useFakeTimers();
    const { files, read, finish } = reading();
    const [tool] = waitForFiles([find], files);
    const outcome = tool!.execute({}, contextOf());
    // Longer than a reader that stands still is waited for, because this one does not.
    for (const share of [0.2, 0.4, 0.6]) {
      read(share);
      await vi.advanceTimersByTimeAsync(40_000);
    }
    finish();
    expect(await outcome).toEqual({ text: 'found', figures: { count: 1 } });
    expect(order).toEqual([
      'Reading log.txt: 0 %',
      'Reading log.txt: 20 %',
      'Reading log.txt: 40 %',
      'Reading log.txt: 60 %',
      'searched',
    ]);
  });

  it('goes on if nothing moves, and tells the model what was not searched', async () => {
    vi.useFakeTimers();
    const { files } = reading();
    const [tool] = waitForFiles([find], files);
    const outcome = tool!.execute({}, contextOf());
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await outcome).figures).toEqual({
      count: 1,
      not_searched: expect.stringContaining('log.txt: still being read') as string,
    });
  });

  it('waits no longer once the turn is stopped', async () => {
    const { files } = reading();
    const [tool] = waitForFiles([find], files);
    const controller = new AbortController();
    const outcome = tool!.execute({}, contextOf(controller.signal));
    controller.abort();
    expect((await outcome).figures).toEqual({ count: 1 });
  });

  it('has more time than a search without them, and other tools do not wait', async () => {
    const { files } = reading();
    const [search, other] = waitForFiles([find, clock], files);
    expect(search!.timeLimitMilliseconds).toBeGreaterThan(600_000);
    expect(other).toBe(clock);
    expect((await other!.execute({}, contextOf())).text).toBe('found');
    expect(waitForFiles([find], null)).toEqual([find]);
  });
});
