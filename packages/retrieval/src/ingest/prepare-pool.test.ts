import { readFileSync } from 'node:fs';
import { strToU8 } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { pdfBomb } from './hostile-files.test-helper.js';
import { PreparePool } from './prepare-pool.js';
import type { ReadingAttempts, Refusal } from './reading-attempts.js';

const pool = new PreparePool({ size: 1 });
afterAll(() => pool.close());

describe('KB-1 files are read in processes with limits', () => {
  it('gives the text, exact chunks and the hash of the bytes', async () => {
    const text = '# Tides\n\nHigh at noon.\n';
    const result = await pool.prepare({ name: 'a.md', content: { bytes: strToU8(text) } });
    if (result.kind !== 'prepared') throw new Error('expected a document');
    expect(result.document.title).toBe('Tides');
    expect(result.document.text).toBe(text);
    expect(result.document.chunks.map((chunk) => chunk.text)).toEqual(['# Tides\n\nHigh at noon.']);
    expect(result.document.contentHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    const again = await pool.prepare({
      name: 'a.md',
      content: { bytes: strToU8(text) },
      knownHash: result.document.contentHash,
    });
    expect(again.kind).toBe('known');
  });

  it('a file over the time limit fails alone and costs only its process', async () => {
    const slow = new PreparePool({ size: 1, limits: { timeMilliseconds: 1 } });
    const content = { bytes: strToU8('word '.repeat(400_000)) };
    await expect(slow.prepare({ name: 'a.txt', content })).rejects.toMatchObject({ code: 'time_limit' });
    await slow.close();
    const small = await pool.prepare({ name: 'b.txt', content: { bytes: strToU8('Still here.') } });
    expect(small.kind).toBe('prepared');
  });

  it('a file over the memory limit fails alone, and the next one gets a new process', async () => {
    const narrow = new PreparePool({ size: 1, limits: { memoryMegabytes: 64 } });
    const rows = `[${'{"a":[1,2,3]},'.repeat(700_000)}1]`;
    await expect(narrow.prepare({ name: 'a.json', content: { bytes: strToU8(rows) } })).rejects.toMatchObject(
      { code: 'memory_limit' },
    );
    await narrow.close();
  });

  it('closing ends what is being read', async () => {
    const closing = new PreparePool({ size: 1 });
    const running = closing.prepare({ name: 'a.txt', content: { bytes: strToU8('word '.repeat(400_000)) } });
    const waiting = closing.prepare({ name: 'b.txt', content: { bytes: strToU8('b') } });
    const outcomes = Promise.allSettled([running, waiting]);
    await new Promise((resolve) => setImmediate(resolve));
    await closing.close();
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  });
});

const readChildren = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');

/** The peak memory of any child process that is started from now on, in megabytes. */
function watchChildren(): { peak: () => number; stop: () => void } {
  let peak = 0;
  const others = new Set(process.platform === 'linux' ? readChildren() : []);
  const look = () => {
    try {
      for (const child of readChildren()) {
        if (others.has(child)) continue;
        const status = readFileSync(`/proc/${child}/status`, 'utf8');
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      }
    } catch {
      // The child has just ended, or the system does not provide this.
    }
  };
  const timer = setInterval(look, 5);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

describe('KB-1 memory of a reader is bounded, buffers included', () => {
  it.each([
    ['a PDF of 2 KB that unpacks to 700 MB fails within 512 MB', 700, 2, 512],
    ['a PDF of 1 MB that unpacks to 350 MB fails within 256 MB', 350, 1, 256],
  ])('%s', async (_what, megabytes, packedTimes, memoryMegabytes) => {
    const bytes = pdfBomb({ megabytes, packedTimes });
    const children = watchChildren();
    const own = new PreparePool({ size: 1, limits: memoryMegabytes === 512 ? {} : { memoryMegabytes } });
    try {
      await expect(own.prepare({ name: 'a.pdf', content: { bytes } })).rejects.toMatchObject({
        code: 'memory_limit',
      });
      // The watching thread may wait for a processor; without it, the whole bomb would be unpacked.
      expect(children.peak()).toBeLessThan(memoryMegabytes * 1.25);
      expect((await own.prepare({ name: 'b.txt', content: { bytes: strToU8('Still here.') } })).kind).toBe(
        'prepared',
      );
    } finally {
      children.stop();
      await own.close();
    }
  });

  it('a file over its share of computing fails, however busy the machine is', async () => {
    // A hundredth of what the file needs, so no machine is fast enough.
    const narrow = new PreparePool({ size: 1, limits: { cpuMilliseconds: 15 } });
    const content = { bytes: strToU8('word '.repeat(3_900_000)) };
    await expect(narrow.prepare({ name: 'a.txt', content })).rejects.toMatchObject({
      code: 'time_limit',
      message: expect.stringMatching(/^Reading it took more than .* of computing\.$/u),
    });
    await narrow.close();
  });

  it.skipIf(process.platform !== 'linux')(
    'nothing of the environment reaches a reader but what it needs to start',
    async () => {
      process.env['IBID_TEST_SECRET'] = 'hidden';
      const own = new PreparePool({ size: 1 });
      await own.prepare({ name: 'a.txt', content: { bytes: strToU8('text') } });
      const [child] = readChildren().slice(-1);
      expect(readFileSync(`/proc/${child}/environ`, 'utf8')).not.toContain('hidden');
      await own.close();
      delete process.env['IBID_TEST_SECRET'];
    },
  );
});

/** An in-memory stand-in for the database. */
function rememberedAttempts() {
  const failures = new Map<string, { times: number; reason: Refusal }>();
  const calls: string[] = [];
  const attempts: ReadingAttempts = {
    refusalOf: async (hash) => ((failures.get(hash)?.times ?? 0) >= 2 ? failures.get(hash)!.reason : null),
    begin: async () => void calls.push('begin'),
    settle: async () => void calls.push('settle'),
    fail: async (hash, reason) => {
      failures.set(hash, { times: (failures.get(hash)?.times ?? 0) + 1, reason });
    },
    forgive: async (hash, askedAt) => {
      const known = failures.get(hash);
      if (known && askedAt) failures.set(hash, { ...known, times: 1 });
    },
  };
  return { attempts, failures, calls };
}

/** Needs several times the memory of `NARROW`, which is plenty for a small file. */
const GREEDY = { bytes: strToU8(`[${'{"a":[1,2,3]},'.repeat(2_500_000)}1]`) };
const NARROW = { memoryMegabytes: 160 };

describe('KB-1 a file that brought its reader down', () => {
  it('is not read a third time, until a person asks for it again', async () => {
    const { attempts, failures } = rememberedAttempts();
    const narrow = new PreparePool({ size: 1, limits: NARROW, attempts });
    const read = (askedAgainAt?: string) => narrow.prepare({ name: 'a.json', content: GREEDY, askedAgainAt });
    try {
      for (let time = 0; time < 2; time += 1)
        await expect(read()).rejects.toMatchObject({ code: 'memory_limit' });
      const [entry] = failures.values();
      expect(entry?.times).toBe(2);
      await expect(read()).rejects.toMatchObject({ code: 'memory_limit' });
      // Refused without being read.
      expect([...failures.values()][0]?.times).toBe(2);
      await expect(read(new Date().toISOString())).rejects.toMatchObject({ code: 'memory_limit' });
      expect([...failures.values()][0]?.times).toBe(2);
      expect((await narrow.prepare({ name: 'b.txt', content: { bytes: strToU8('Fine.') } })).kind).toBe(
        'prepared',
      );
    } finally {
      await narrow.close();
    }
  });
});

describe('KB-5 a file that brought a reader down for one person', () => {
  it('is read for another one as if nobody had had it', async () => {
    const { attempts, failures } = rememberedAttempts();
    const narrow = new PreparePool({ size: 1, limits: NARROW, attempts });
    const read = (owner: string) => narrow.prepare({ name: 'a.json', content: GREEDY, owner });
    const times = () => [...failures.values()].map((entry) => entry.times);
    try {
      for (let time = 0; time < 3; time += 1)
        await expect(read('ann')).rejects.toMatchObject({ code: 'memory_limit' });
      expect(times()).toEqual([2]);
      await expect(read('bob')).rejects.toMatchObject({ code: 'memory_limit' });
      expect(times()).toEqual([2, 1]);
    } finally {
      await narrow.close();
    }
  });
});

describe('KB-1 readers take turns between people', () => {
  it("does not let one person's files wait behind another's", async () => {
    const one = new PreparePool({ size: 1 });
    const order: string[] = [];
    // Bob's file waits for a reader to start, which must take less time than all of Ada's files on any machine.
    const slow = strToU8('word '.repeat(100_000));
    const read = (owner: string, name: string, bytes: Uint8Array) =>
      one.prepare({ name, content: { bytes }, owner }).then(() => order.push(name));
    const all = Array.from({ length: 20 }, (_, index) => read('ada', `ada-${index}.txt`, slow));
    all.push(read('bob', 'bob.txt', strToU8('One line.')));
    await Promise.all(all);
    expect(order.indexOf('bob.txt')).toBeLessThan(order.indexOf('ada-19.txt'));
    await one.close();
  });

  it('ends at once when it is cancelled, waiting or being read', async () => {
    const one = new PreparePool({ size: 1 });
    const abort = new AbortController();
    const content = { bytes: strToU8('word '.repeat(3_900_000)) };
    const read = [0, 1].map((index) =>
      one.prepare({ name: `${index}.txt`, content, owner: 'ada', signal: abort.signal }),
    );
    const outcomes = Promise.allSettled(read);
    setTimeout(() => abort.abort(), 100);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await one.prepare({ name: 'b.txt', content: { bytes: strToU8('Fine.') } })).kind).toBe(
      'prepared',
    );
    await one.close();
  });
});
