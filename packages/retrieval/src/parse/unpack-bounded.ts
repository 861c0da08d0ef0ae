import { Gunzip, Inflate } from 'fflate';
import { ParseError } from './parse-error.js';
import type { ParseLimits } from './parse-limits.js';

const RATIO_FREE_BYTES = 8 * 2 ** 20;
const INPUT_STEP = 64 * 1024;

/** Bytes unpacked so far from a file and everything inside it. */
export interface Unpacked {
  bytes: number;
}

/** Counts bytes against the limit of the whole file, however deeply archives are nested. */
export function countUnpacked(unpacked: Unpacked, bytes: number, limits: ParseLimits): void {
  unpacked.bytes += bytes;
  if (unpacked.bytes > limits.maxUnpackedBytes) {
    throw new ParseError(
      'unpacks_too_large',
      `It unpacks to more than ${Math.floor(limits.maxUnpackedBytes / 1_048_576)} MiB. It may be a zip bomb, so it is not read.`,
    );
  }
}

export interface UnpackOptions {
  packed: Uint8Array;
  form: 'deflate' | 'gzip';
  /** For messages. */
  name: string;
  limits: ParseLimits;
  unpacked: Unpacked;
}

/** Counts sizes while inflating and trusts no stated size: a zip bomb is stopped at the limit. */
export function unpackBounded(options: UnpackOptions): Uint8Array {
  const parts: Uint8Array[] = [];
  const size = unpackInto((part) => parts.push(part), options);
  return joined(parts, size);
}

/** Passes the output on piece by piece and returns its size. */
export function unpackInto(onPart: (part: Uint8Array) => void, options: UnpackOptions): number {
  const { packed, name, limits, unpacked } = options;
  let size = 0;
  const take = (part: Uint8Array) => {
    size += part.length;
    countUnpacked(unpacked, part.length, limits);
    if (size > RATIO_FREE_BYTES && size > packed.length * limits.maxUnpackedRatio) {
      throw new ParseError(
        'unpacks_too_large',
        `It unpacks to over ${limits.maxUnpackedRatio} times its size ("${name}"). It may be a zip bomb, so it is not read.`,
      );
    }
    onPart(part);
  };
  const stream = options.form === 'gzip' ? new Gunzip(take) : new Inflate(take);
  try {
    for (let at = 0; at < packed.length || at === 0; at += INPUT_STEP) {
      stream.push(packed.subarray(at, at + INPUT_STEP), at + INPUT_STEP >= packed.length);
    }
  } catch (error) {
    if (error instanceof ParseError) throw error;
    throw new ParseError('damaged', `The file is damaged: "${name}" in it cannot be unpacked.`, {
      cause: error,
    });
  }
  return size;
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
