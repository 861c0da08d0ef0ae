import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexedPack } from './indexed-pack.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-pack-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const idOf = (bytes: Uint8Array) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

function entry(type: number, size: number, base: Buffer, content: Uint8Array): Buffer {
  const head: number[] = [];
  let rest = Math.floor(size / 16);
  head.push((type << 4) | (size & 15) | (rest > 0 ? 128 : 0));
  for (; rest > 0; rest = Math.floor(rest / 128)) head.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from(head), base, deflateSync(content, { level: 1 })]);
}

const blob = (bytes: Uint8Array) => entry(3, bytes.length, Buffer.alloc(0), bytes);
const byName = (base: string, delta: Uint8Array) => entry(7, delta.length, Buffer.from(base, 'hex'), delta);

function length(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** The whole base and a few bytes more. */
function grown(size: number, more: string): Uint8Array {
  const copies: number[] = [];
  for (let at = 0; at < size; at += 0xff_ff_ff) {
    const count = Math.min(size - at, 0xff_ff_ff);
    const places = [at & 255, (at >> 8) & 255, (at >> 16) & 255, at >>> 24];
    copies.push(0xff, ...places, count & 255, (count >> 8) & 255, count >> 16);
  }
  return Uint8Array.from([
    ...length(size),
    ...length(size + more.length),
    ...copies,
    more.length,
    ...Buffer.from(more),
  ]);
}

async function opened(entries: readonly Buffer[]): Promise<IndexedPack> {
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  const path = join(folder, `${entries.length}.pack`);
  await writeFile(path, Buffer.concat([head, ...entries, Buffer.alloc(20)]));
  const pack = await IndexedPack.open(path);
  if (!pack) throw new Error('It is no pack.');
  return pack;
}

/** Each object is the previous one with a little more. */
function chain(first: Uint8Array, count: number): { ids: string[]; entries: Buffer[] } {
  const ids = [idOf(first)];
  const entries = [blob(first)];
  let bytes = Buffer.from(first);
  for (let number = 1; number <= count; number += 1) {
    entries.push(byName(ids.at(-1)!, grown(bytes.length, '+')));
    bytes = Buffer.concat([bytes, Buffer.from('+')]);
    ids.push(idOf(bytes));
  }
  return { ids, entries };
}

describe('KB-10 a pack that means harm', () => {
  it('rebuilds chains of differences, also where one comes before what it builds on', async () => {
    const { ids, entries } = chain(Buffer.from('a beginning'), 30);
    const pack = await opened(entries.toReversed());
    expect(ids.filter((id) => pack.has(id))).toHaveLength(31);
    expect(Buffer.from((await pack.read(ids[30]!, 1_000))!.bytes).toString()).toBe(
      `a beginning${'+'.repeat(30)}`,
    );
    await pack.close();
  });

  it('gives up where each would be rebuilt from the large ones before it, again and again', async () => {
    // A few kilobytes that expand to ten gigabytes of work.
    const { ids, entries } = chain(new Uint8Array(12 * 2 ** 20), 40);
    const pack = await opened(entries);
    const solved = ids.filter((id) => pack.has(id)).length;
    expect(solved).toBeGreaterThan(5);
    expect(solved).toBeLessThan(30);
    await pack.close();
  });

  it('gives up where they come in the worst order, or are larger than any difference is', async () => {
    const { ids, entries } = chain(Buffer.from('x'), 120);
    const pack = await opened(entries.toReversed());
    expect(pack.has(ids[10]!)).toBe(true);
    expect(pack.has(ids[120]!)).toBe(false);
    await pack.close();
    // Two deltas of 40 megabytes each, compressed to a few kilobytes: one is read, but not a second on top.
    const size = 127 * 320_000;
    const large = (before: number, fill: number) => {
      const inserts = Buffer.alloc(128 * 320_000, fill);
      for (let at = 0; at < inserts.length; at += 128) inserts[at] = 127;
      return Buffer.concat([Buffer.from([...length(before), ...length(size)]), inserts]);
    };
    const base = Buffer.from('base');
    const [first, second] = [Buffer.alloc(size, 1), Buffer.alloc(size, 2)];
    const two = await opened([
      blob(base),
      byName(idOf(base), large(base.length, 1)),
      byName(idOf(first), large(size, 2)),
    ]);
    expect([two.has(idOf(first)), two.has(idOf(second))]).toEqual([true, false]);
    await two.close();
  });
});
