import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import { readZipDirectory, type ZipEntry } from './read-zip-directory.js';
import { countUnpacked, unpackBounded, unpackInto } from './unpack-bounded.js';

/**
 * Reads entries of an untrusted archive. Libraries unpack first and check the size afterwards; by then, a bomb of a few
 * kilobytes would have filled the memory. Here the directory at the end says what there is (`readZipDirectory`), an
 * entry is unpacked in steps that stop at the limit (`unpackInto`), and unpacked bytes are counted for the whole file,
 * including nested archives (`countUnpacked`).
 */
export class ZipArchive {
  readonly #input: Pick<ParseInput, 'bytes' | 'limits' | 'unpacked'>;
  readonly #entries: Map<string, ZipEntry>;

  constructor(input: Pick<ParseInput, 'bytes' | 'limits' | 'unpacked'>) {
    this.#input = input;
    this.#entries = readZipDirectory(input.bytes, input.limits.maxArchiveEntries);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** As stated by the archive; 0 if there is no such entry. */
  statedSize(name: string): number {
    return this.#entries.get(name)?.size ?? 0;
  }

  /** Null if there is no such entry. */
  read(name: string): Uint8Array | null {
    const { limits, unpacked } = this.#input;
    const packed = this.#packed(name);
    if (!packed) return null;
    if (!packed.isDeflated) {
      countUnpacked(unpacked, packed.bytes.length, limits);
      return packed.bytes;
    }
    return unpackBounded({ packed: packed.bytes, form: 'deflate', name, limits, unpacked });
  }

  /** Counts an entry's unpacked size without keeping it. `onPart` gets it piece by piece. */
  measure(
    name: string,
    options: Partial<Pick<ParseInput, 'limits' | 'unpacked'>> & { onPart?: (part: Uint8Array) => void } = {},
  ): void {
    const { limits, unpacked, onPart = () => {} } = { ...this.#input, ...options };
    const packed = this.#packed(name);
    if (!packed) return;
    if (packed.isDeflated)
      return void unpackInto(onPart, { packed: packed.bytes, form: 'deflate', name, limits, unpacked });
    countUnpacked(unpacked, packed.bytes.length, limits);
    onPart(packed.bytes);
  }

  #packed(name: string): { bytes: Uint8Array; isDeflated: boolean } | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    if (entry.isEncrypted) throw new ParseError('encrypted', 'The file is protected by a password.');
    const packed = this.#input.bytes.subarray(entry.dataStart, entry.dataStart + entry.packedSize);
    if (packed.length < entry.packedSize) {
      throw new ParseError('damaged', `The file is cut off: "${name}" in it is incomplete.`);
    }
    if (entry.method !== 0 && entry.method !== 8) {
      throw new ParseError(
        'unsupported',
        `The file uses an unsupported compression method (${entry.method}).`,
      );
    }
    return { bytes: packed, isDeflated: entry.method === 8 };
  }

  readText(name: string): string | null {
    const bytes = this.read(name);
    return bytes && new TextDecoder().decode(bytes);
  }
}
