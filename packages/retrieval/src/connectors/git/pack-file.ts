import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { applyDelta } from './apply-delta.js';
import type { GitObject, GitType } from './git-object.js';

const TYPES: Record<number, GitType> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const BY_OFFSET = 6;
const BY_NAME = 7;
const MAX_CHAIN = 4096;
/** Limit for the deltas that lead to one object. In an honest pack they are small. */
const MAX_DELTAS = 64 * 2 ** 20;
/** Limit for data rebuilt from deltas, for the whole pack. Real packs need a fraction of it. */
const MAX_REBUILT = 2 * 2 ** 30;
const CACHE_BYTES = 32 * 2 ** 20;
/** Overhead of a cache entry besides its bytes. */
const ENTRY_BYTES = 300;
const IN_ONE_GO = 4 * 2 ** 20;

interface Unpacked {
  buffer: Uint8Array;
  engine: { bytesWritten: number };
}

/** The header of an object in a pack. */
export interface PackEntry {
  /** Null for a delta. */
  type: GitType | null;
  size: number;
  base: { offset: number } | { id: string } | null;
  /** Where the compressed bytes start. */
  start: number;
}

/** Objects of a pack on disk, read one at a time by offset. */
export class PackFile {
  readonly #file: FileHandle;
  readonly #length: number;
  readonly #find: (id: string) => number | Promise<number | null> | null;
  /** The most recently unpacked trees and bases: consecutive deltas often share them. */
  readonly #cache = new Map<number, GitObject>();
  #cached = 0;
  #rebuilt = 0;

  constructor(
    file: FileHandle,
    length: number,
    find: (id: string) => number | Promise<number | null> | null,
  ) {
    this.#file = file;
    this.#length = length;
    this.#find = find;
  }

  async entryAt(offset: number): Promise<PackEntry | null> {
    const head = await this.#bytes(offset, 64);
    let at = 0;
    let next = head[at++] ?? 0;
    const kind = (next >> 4) & 7;
    let size = next & 15;
    for (let shift = 4; next > 127 && shift < 53; shift += 7) {
      next = head[at++] ?? 0;
      size += (next & 127) * 2 ** shift;
    }
    const type = TYPES[kind];
    if (type !== undefined) return { type, size, base: null, start: offset + at };
    if (kind === BY_NAME) {
      const id = Buffer.from(head.subarray(at, at + 20)).toString('hex');
      return { type: null, size, base: { id }, start: offset + at + 20 };
    }
    if (kind !== BY_OFFSET) return null;
    next = head[at++] ?? 0;
    let distance = next & 127;
    while (next > 127 && at < 60) {
      next = head[at++] ?? 0;
      distance = (distance + 1) * 128 + (next & 127);
    }
    return distance > 0 && distance <= offset
      ? { type: null, size, base: { offset: offset - distance }, start: offset + at }
      : null;
  }

  /** Null if the object is broken, or larger than `maxBytes` at any step. */
  async readAt(offset: number, maxBytes: number): Promise<GitObject | null> {
    const deltas: Uint8Array[] = [];
    let deltaBytes = 0;
    let at = offset;
    let object: GitObject | null = null;
    while (object === null) {
      object = this.#cache.get(at) ?? null;
      if (object) break;
      const entry = await this.entryAt(at);
      if (!entry || entry.size > maxBytes || deltas.length > MAX_CHAIN) return null;
      const unpacked = await this.#unpack(entry);
      if (!unpacked) return null;
      if (entry.type !== null) {
        object = { type: entry.type, bytes: unpacked.bytes };
        this.#remember(at, object);
        break;
      }
      deltas.push(unpacked.bytes);
      deltaBytes += unpacked.bytes.length;
      if (deltaBytes > MAX_DELTAS) return null;
      const { base } = entry;
      const next = base && 'offset' in base ? base.offset : await this.#find(base?.id ?? '');
      if (next === null) return null;
      at = next;
    }
    for (const delta of deltas.toReversed()) {
      const bytes: Uint8Array | null = applyDelta(object.bytes, delta, maxBytes);
      if (!bytes) return null;
      object = { type: object.type, bytes };
      this.#rebuilt += bytes.length;
      if (this.#rebuilt > MAX_REBUILT + 64 * this.#length) return null;
      // Yield, so a long chain of large objects does not block other work.
      if (bytes.length > IN_ONE_GO) await setImmediate();
    }
    if (deltas.length > 0) this.#remember(offset, object);
    return object;
  }

  /** Streams over compressed bytes of any length without keeping them. Returns their end and the id of the object. */
  async skip(entry: PackEntry): Promise<{ end: number; id: string | null } | null> {
    const hash = entry.type === null ? null : createHash('sha1').update(`${entry.type} ${entry.size}\0`);
    if (entry.size <= IN_ONE_GO) {
      const unpacked = await this.#unpack(entry);
      if (!unpacked) return null;
      return { end: entry.start + unpacked.packed, id: hash?.update(unpacked.bytes).digest('hex') ?? null };
    }
    const inflate = createInflate();
    let size = 0;
    inflate.on('data', (part: Uint8Array) => {
      size += part.length;
      hash?.update(part);
      if (size > entry.size) inflate.destroy(new Error('longer than it says'));
    });
    const ended = new Promise<boolean>((resolve) => {
      inflate.once('end', () => resolve(true));
      inflate.once('error', () => resolve(false));
    });
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (let at = entry.start; !isOver && at < this.#length;) {
      const part = await this.#bytes(at, 2 ** 20);
      if (part.length === 0) break;
      at += part.length;
      await new Promise((resolve) => inflate.write(part, resolve));
    }
    if (!isOver) inflate.end();
    if (!(await ended) || size !== entry.size) return null;
    return { end: entry.start + inflate.bytesWritten, id: hash?.digest('hex') ?? null };
  }

  async #unpack(entry: PackEntry): Promise<{ bytes: Uint8Array; packed: number } | null> {
    // The most that compression can add to incompressible data.
    const packed = await this.#bytes(entry.start, entry.size + (entry.size >> 9) + 128);
    try {
      // Use chunks as large as the object: a small object would keep a whole default chunk in memory.
      const chunkSize = Math.max(64, Math.min(entry.size + 1, 2 ** 20));
      const options = { maxOutputLength: entry.size + 1, chunkSize, info: true };
      // The types lack `info`, which returns how much input was used.
      const { buffer: bytes, engine } = inflateSync(packed, options) as unknown as Unpacked;
      return bytes.length === entry.size ? { bytes, packed: engine.bytesWritten } : null;
    } catch {
      return null;
    }
  }

  async #bytes(offset: number, length: number): Promise<Uint8Array> {
    const size = Math.max(0, Math.min(length, this.#length - offset));
    const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(size), 0, size, offset);
    return buffer.subarray(0, bytesRead);
  }

  #remember(offset: number, object: GitObject): void {
    if (object.bytes.length > CACHE_BYTES / 4 || this.#cache.has(offset)) return;
    this.#cache.set(offset, object);
    this.#cached += object.bytes.length + ENTRY_BYTES;
    for (const [oldest, { bytes }] of this.#cache) {
      if (this.#cached <= CACHE_BYTES) break;
      this.#cache.delete(oldest);
      this.#cached -= bytes.length + ENTRY_BYTES;
    }
  }
}
