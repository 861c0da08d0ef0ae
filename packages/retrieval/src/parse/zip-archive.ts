import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import { readZipDirectory, type ZipEntry } from './read-zip-directory.js';
import { countUnpacked, unpackBounded } from './unpack-bounded.js';

/** Reads entries of an archive that nobody vouches for. */
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

  /** Null when there is no such entry. */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    if (entry.isEncrypted) throw new ParseError('encrypted', 'The file is protected by a password.');
    const { bytes, limits, unpacked } = this.#input;
    const packed = bytes.subarray(entry.dataStart, entry.dataStart + entry.packedSize);
    if (packed.length < entry.packedSize) {
      throw new ParseError('damaged', `The file is cut off: "${name}" in it is incomplete.`);
    }
    if (entry.method === 0) {
      countUnpacked(unpacked, packed.length, limits);
      return packed;
    }
    if (entry.method !== 8) {
      throw new ParseError('unsupported', `The file is packed in an unusual way (method ${entry.method}).`);
    }
    return unpackBounded({ packed, form: 'deflate', name, limits, unpacked });
  }

  readText(name: string): string | null {
    const bytes = this.read(name);
    return bytes && new TextDecoder().decode(bytes);
  }
}
