import type { FileHandle } from 'node:fs/promises';

const START = 8;
const NAMES = START + 256 * 4;
/** How many ids are read at once: one read of a few kilobytes is faster than nine of twenty bytes. */
const AT_ONCE = 500;

/**
 * Looks up the offset of an object in Git's index of a pack (version 2). The index stays on disk: that of a large
 * repository would fill the memory. Null if it is not an index of that version.
 */
export async function openPackIndex(
  file: FileHandle,
): Promise<((id: string) => Promise<number | null>) | null> {
  const bytes = async (offset: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return bytesRead === length ? buffer : null;
  };
  const head = await bytes(0, NAMES);
  if (!head || head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return null;
  const upTo = (first: number) => (first < 0 ? 0 : head.readUInt32BE(START + first * 4));
  const total = upTo(255);
  return async (id) => {
    const wanted = Buffer.from(id, 'hex');
    let low = upTo((wanted[0] ?? 0) - 1);
    let high = upTo(wanted[0] ?? 0);
    while (high - low > AT_ONCE) {
      const middle = (low + high) >>> 1;
      const name = await bytes(NAMES + middle * 20, 20);
      if (!name) return null;
      if (Buffer.compare(name, wanted) > 0) high = middle;
      else low = middle;
    }
    const names = await bytes(NAMES + low * 20, (high - low) * 20);
    for (let place = low; names && place < high; place++)
      if (wanted.equals(names.subarray((place - low) * 20, (place - low + 1) * 20))) return offsetOf(place);
    return null;
  };
  async function offsetOf(place: number): Promise<number | null> {
    // A checksum and an offset for each object follow the ids. Offsets beyond two gigabytes are in a separate table.
    const near = await bytes(NAMES + total * 24 + place * 4, 4);
    if (!near) return null;
    const value = near.readUInt32BE(0);
    if (value < 0x80000000) return value;
    const far = await bytes(NAMES + total * 28 + (value - 0x80000000) * 8, 8);
    return far ? Number(far.readBigUInt64BE(0)) : null;
  }
}
