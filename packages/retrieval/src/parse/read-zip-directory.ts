import { ParseError } from './parse-error.js';

export interface ZipEntry {
  method: number;
  packedSize: number;
  /** As stated, which may be wrong. */
  size: number;
  dataStart: number;
  isEncrypted: boolean;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** The end record is 22 bytes plus a comment of at most 65,535. */
const END_SEARCH = 22 + 0xffff;

/** The central directory at the end of an archive, which alone determines its content. */
export function readZipDirectory(bytes: Uint8Array, maxEntries: number): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) {
    throw new ParseError('damaged', 'The file is cut off or damaged: its table of contents is missing.');
  }
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) {
    throw new ParseError(
      'unpacks_too_large',
      `It has ${count.toLocaleString('en')} parts; at most ${maxEntries.toLocaleString('en')} are read.`,
    );
  }
  const entries = new Map<string, ZipEntry>();
  const damaged = () => new ParseError('damaged', 'The file is damaged: its table of contents is broken.');
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL_SIGNATURE) throw damaged();
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      dataStart: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - END_SEARCH);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return null;
}
