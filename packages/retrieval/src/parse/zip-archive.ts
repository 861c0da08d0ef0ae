import { Inflate } from 'fflate';
import { ParseError } from './parse-error.js';
import type { ParseLimits } from './parse-limits.js';
import { readZipDirectory, type ZipEntry } from './read-zip-directory.js';

const RATIO_FREE_BYTES = 8 * 2 ** 20;
const INPUT_STEP = 64 * 1024;

/**
 * Reads entries of an archive that nobody vouches for. Sizes are counted while inflating, never believed: a bomb is
 * stopped at the limit whatever its directory says.
 */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #entries: Map<string, ZipEntry>;
  readonly #limits: ParseLimits;
  #unpacked = 0;

  constructor(bytes: Uint8Array, limits: ParseLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#entries = readZipDirectory(bytes, limits.maxArchiveEntries);
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
    const packed = this.#bytes.subarray(entry.dataStart, entry.dataStart + entry.packedSize);
    if (packed.length < entry.packedSize) {
      throw new ParseError('damaged', `The file is cut off: "${name}" in it is incomplete.`);
    }
    if (entry.method === 0) {
      this.#count(packed.length);
      return packed;
    }
    if (entry.method !== 8) {
      throw new ParseError('unsupported', `The file is packed in an unusual way (method ${entry.method}).`);
    }
    return this.#inflate(packed, name);
  }

  readText(name: string): string | null {
    const bytes = this.read(name);
    return bytes && new TextDecoder().decode(bytes);
  }

  #inflate(packed: Uint8Array, name: string): Uint8Array {
    const parts: Uint8Array[] = [];
    let size = 0;
    const inflate = new Inflate((part) => {
      size += part.length;
      this.#count(part.length);
      if (size > RATIO_FREE_BYTES && size > packed.length * this.#limits.maxUnpackedRatio) {
        throw new ParseError(
          'unpacks-too-large',
          `Unpacks to over ${this.#limits.maxUnpackedRatio} times its size ("${name}"): refused as a possible zip bomb.`,
        );
      }
      parts.push(part);
    });
    try {
      for (let at = 0; at < packed.length || at === 0; at += INPUT_STEP) {
        inflate.push(packed.subarray(at, at + INPUT_STEP), at + INPUT_STEP >= packed.length);
      }
    } catch (error) {
      if (error instanceof ParseError) throw error;
      throw new ParseError('damaged', `The file is damaged: "${name}" in it cannot be unpacked.`, {
        cause: error,
      });
    }
    return joined(parts, size);
  }

  #count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > this.#limits.maxUnpackedBytes) {
      throw new ParseError(
        'unpacks-too-large',
        `Unpacks to more than ${this.#limits.maxUnpackedBytes} bytes: refused as a possible zip bomb.`,
      );
    }
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
