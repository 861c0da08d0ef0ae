import { describe, expect, it } from 'vitest';
import type { IngestProgress } from './ingest-types.js';
import { ProgressReporter } from './progress-reporter.js';

function reporter(total: number) {
  const sent: IngestProgress[] = [];
  let now = 0;
  const made = new ProgressReporter({ total, now: () => now, onProgress: (progress) => sent.push(progress) });
  const after = (seconds: number, work: () => void) => {
    now += seconds * 1000;
    work();
    return sent.at(-1);
  };
  return { made, after };
}

const outcome = { name: 'a', externalId: null, status: 'added' as const, itemId: 'a', chunks: 3 };

describe('WEB-11 what became of each file', () => {
  it('is told soon after, although nothing becomes of the next one for long', async () => {
    const sent: IngestProgress[] = [];
    const made = new ProgressReporter({ total: 2, onProgress: (progress) => sent.push(progress) });
    const short = made.begin('a');
    made.begin('scan.pdf');
    short.done(outcome, 1);
    await expect.poll(() => sent.at(-1)).toMatchObject({ current: 'scan.pdf', settled: [outcome] });
    made.close();
  });

  it('is told of the latest, of many', () => {
    const { made, after } = reporter(1_000);
    const names = Array.from({ length: 1_000 }, (_, index) => `${index}`);
    for (const name of names) made.begin(name).done({ ...outcome, name }, 1);
    const told = after(1, () => made.finish())?.settled?.map(({ name }) => name) ?? [];
    expect(told.length).toBeGreaterThan(20);
    expect(told).toEqual(names.slice(-told.length));
    expect(told.length).toBeLessThan(200);
  });
});

describe('KB-9 the time that is left', () => {
  it('is told of one long scan, by the pages that this run has read', () => {
    const { made, after } = reporter(1);
    const scan = made.begin('scan.pdf');
    const page = (done: number) => () => scan.part(done / 3_000, { done, total: 3_000 });
    // An earlier run has read 600 pages, which cost this one no time.
    expect(after(1, page(600))).toMatchObject({ pages: { done: 600, total: 3_000 }, secondsLeft: null });
    expect(after(39, page(610))?.secondsLeft).toBeCloseTo(3.9 * 2_390, -2);
    expect(after(960, page(850))?.secondsLeft).toBeCloseTo(4 * 2_150, -2);
  });

  it('does not count what it takes to open a scan', () => {
    const { made, after } = reporter(1);
    const scan = made.begin('scan.pdf');
    const page = (done: number) => () => scan.part(done / 3_000, { done, total: 3_000 });
    expect(after(24, page(0))).toMatchObject({ secondsLeft: null });
    expect(after(4, page(2))?.secondsLeft).toBeCloseTo(2 * 2_998);
  });

  it('is told of many files by those that are done, and by parts of the ones under way', () => {
    const { made, after } = reporter(10);
    const [first, second] = [made.begin('a'), made.begin('b')];
    expect(after(2, () => first.done(outcome, 1))?.secondsLeft).toBeCloseTo(18);
    expect(after(1, () => second.part(0.5))?.secondsLeft).toBeCloseTo(17);
  });

  it('is not told of many files by a part of the first, and follows the pace once new ones come', () => {
    const { made, after } = reporter(100_000);
    const first = made.begin('first');
    expect(after(6, () => first.part(0.001))?.secondsLeft).toBeNull();
    // Files from an earlier run are skipped at a thousand a second.
    const many = (count: number) => () => {
      for (let index = 0; index < count; index += 1)
        made.begin('a').done({ ...outcome, status: 'unchanged' }, 1);
    };
    for (let second = 0; second < 8; second += 1) after(1, many(1_000));
    for (let second = 0; second < 60; second += 1) after(1, many(100));
    expect(after(1, many(100))?.secondsLeft).toBeCloseTo((100_000 - 14_100) / 100, -1);
    // If the machine is busy for a minute, the remaining minutes must not become days.
    for (let second = 0; second < 60; second += 1) after(1, many(second % 10 === 0 ? 1 : 0));
    expect(after(1, many(1))?.secondsLeft).toBeLessThan(10 * ((100_000 - 14_100) / 100));
  });
});
