import { open, stat, type FileHandle } from 'node:fs/promises';
import { objectId, type GitObject } from './git-object.js';
import { PackFile } from './pack-file.js';

/** Larger objects are left out: no document is that large. */
const MAX_OBJECT = 128 * 2 ** 20;
/** The id of each object takes memory. */
const MAX_OBJECTS = 2_000_000;
/** Servers send bases first. In the worst order, each pass would resolve only one delta. */
const MAX_PASSES = 50;

/** A pack that came without an index, with its objects indexed by id. */
export class IndexedPack {
  readonly #file: FileHandle;
  readonly #pack: PackFile;
  readonly #offsets: ReadonlyMap<string, number>;

  private constructor(file: FileHandle, pack: PackFile, offsets: ReadonlyMap<string, number>) {
    this.#file = file;
    this.#pack = pack;
    this.#offsets = offsets;
  }

  /** Null if the file is not a complete, readable pack. */
  static async open(path: string): Promise<IndexedPack | null> {
    const file = await open(path, 'r');
    const offsets = new Map<string, number>();
    const { size } = await stat(path);
    const pack = new PackFile(file, size, (id) => offsets.get(id) ?? null);
    if (await indexObjects(file, pack, offsets)) return new IndexedPack(file, pack, offsets);
    await file.close();
    return null;
  }

  has(id: string): boolean {
    return this.#offsets.has(id);
  }

  async read(id: string, maxBytes: number): Promise<GitObject | null> {
    const offset = this.#offsets.get(id);
    return offset === undefined ? null : this.#pack.readAt(offset, maxBytes);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function indexObjects(
  file: FileHandle,
  pack: PackFile,
  offsets: Map<string, number>,
): Promise<boolean> {
  const head = Buffer.alloc(12);
  await file.read(head, 0, 12, 0);
  if (head.toString('latin1', 0, 4) !== 'PACK' || head.readUInt32BE(4) !== 2) return false;
  if (head.readUInt32BE(8) > MAX_OBJECTS) return false;
  let deltas: { offset: number; size: number }[] = [];
  let offset = 12;
  for (let left = head.readUInt32BE(8); left > 0; left--) {
    const entry = await pack.entryAt(offset);
    const skipped = entry && (await pack.skip(entry));
    if (!skipped) return false;
    if (skipped.id === null) deltas.push({ offset, size: entry.size });
    else offsets.set(skipped.id, offset);
    offset = skipped.end;
  }
  // A delta can be resolved once its base is indexed, in whatever order they come.
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const unsolved: typeof deltas = [];
    for (const delta of deltas) {
      const object = delta.size > MAX_OBJECT ? null : await pack.readAt(delta.offset, MAX_OBJECT);
      if (object) offsets.set(objectId(object), delta.offset);
      else unsolved.push(delta);
    }
    if (unsolved.length === 0 || unsolved.length === deltas.length) break;
    deltas = unsolved;
  }
  return true;
}
