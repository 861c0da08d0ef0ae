import { strToU8 } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { PreparePool } from './prepare-pool.js';

const pool = new PreparePool({ size: 1 });
afterAll(() => pool.close());

describe('KB-1 files are read in threads with limits', () => {
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

  it('a file over the time limit fails alone and costs only its thread', async () => {
    const slow = new PreparePool({ size: 1, limits: { timeMilliseconds: 1 } });
    const content = { bytes: strToU8('word '.repeat(400_000)) };
    await expect(slow.prepare({ name: 'a.txt', content })).rejects.toMatchObject({ code: 'time-limit' });
    await slow.close();
    const small = await pool.prepare({ name: 'b.txt', content: { bytes: strToU8('Still here.') } });
    expect(small.kind).toBe('prepared');
  });

  it('a file over the memory limit fails alone, and the next one gets a new thread', async () => {
    const narrow = new PreparePool({ size: 1, limits: { memoryMegabytes: 64 } });
    const rows = `[${'{"a":[1,2,3]},'.repeat(700_000)}1]`;
    await expect(narrow.prepare({ name: 'a.json', content: { bytes: strToU8(rows) } })).rejects.toMatchObject(
      { code: 'memory-limit' },
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
