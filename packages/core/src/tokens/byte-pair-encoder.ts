import { BytePairMerger } from './byte-pair-merger.js';
import type { BytePairTable } from './byte-pair-table.js';
import { codeAt, widthOf } from './character-class.js';
import type { PieceEnd } from './piece-ends.js';

/** Longer pieces are split: positions must fit the merge queue, and memory stays small. */
const LONGEST_PIECE = 16_384;
/** Bytes of such pieces that one count actually merges. The rest counts one token per byte, the maximum. */
const MERGED_OF_LONG_PIECES = 1_048_576;
const LONGEST_CHARACTER = 4;

/** The progress of a count. */
interface Progress {
  start: number;
  mergeable: number;
}

/**
 * Encodes text into tokens: splits it into pieces, looks each up whole and, if it is not a token, merges its bytes.
 * Text that looks like a special token is ordinary text. Linear in the text, except for a logarithm of the piece
 * length.
 */
export class BytePairEncoder {
  readonly #table: BytePairTable;
  readonly #merger: BytePairMerger;
  readonly #pieceEnd: PieceEnd;
  #bytes = new Uint8Array(256);

  constructor(options: { table: BytePairTable; pieceEnd: PieceEnd }) {
    this.#table = options.table;
    this.#pieceEnd = options.pieceEnd;
    this.#merger = new BytePairMerger(options.table);
  }

  count(text: string): number {
    return this.#run(text, null);
  }

  /** The same count in slices: yields after `characters` characters, so the caller can let other work run. */
  *countInSlices(text: string, characters: number): Generator<void, number> {
    const progress: Progress = { start: 0, mergeable: MERGED_OF_LONG_PIECES };
    let count = 0;
    while (progress.start < text.length) {
      if (progress.start > 0) yield;
      count += this.#run(text, null, progress, progress.start + characters);
    }
    return count;
  }

  encode(text: string): number[] {
    const tokens: number[] = [];
    this.#run(text, tokens);
    return tokens;
  }

  #run(
    text: string,
    tokens: number[] | null,
    progress: Progress = { start: 0, mergeable: MERGED_OF_LONG_PIECES },
    limit = text.length,
  ): number {
    let count = 0;
    let { start, mergeable } = progress;
    while (start < text.length && start < limit) {
      const end = this.#pieceEnd(text, start);
      const isLong = end - start > LONGEST_PIECE;
      while (start < end) {
        const { next, length } = this.#write(text, start, end);
        start = next;
        if (isLong && !tokens) {
          mergeable -= length;
          if (mergeable < 0) {
            count += length;
            continue;
          }
        }
        const whole = this.#table.rankOf(this.#bytes, 0, length);
        if (whole === -1) count += this.#merge(length, tokens);
        else {
          count += 1;
          tokens?.push(whole);
        }
      }
    }
    progress.start = start;
    progress.mergeable = mergeable;
    return count;
  }

  #merge(length: number, tokens: number[] | null): number {
    const { parts, ends } = this.#merger.merge(this.#bytes, length);
    if (tokens) {
      for (let part = 0, start = 0; part < parts; part += 1) {
        const end = ends[part] as number;
        tokens.push(this.#table.rankOf(this.#bytes, start, end));
        start = end;
      }
    }
    return parts;
  }

  /** Writes the UTF-8 of a piece, as far as it may be taken at once. A lone surrogate becomes U+FFFD. */
  #write(text: string, start: number, end: number): { next: number; length: number } {
    const room = Math.min((end - start) * 3, LONGEST_PIECE);
    if (this.#bytes.length < room) this.#bytes = new Uint8Array(room);
    const bytes = this.#bytes;
    let length = 0;
    let next = start;
    while (next < end && length <= LONGEST_PIECE - LONGEST_CHARACTER) {
      let code = text.charCodeAt(next);
      if (code < 0x80) {
        bytes[length++] = code;
        next += 1;
        continue;
      }
      code = codeAt(text, next);
      next += widthOf(code);
      if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
      if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6);
      else {
        if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12);
        else {
          bytes[length++] = 0xf0 | (code >> 18);
          bytes[length++] = 0x80 | ((code >> 12) & 0x3f);
        }
        bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
      }
      bytes[length++] = 0x80 | (code & 0x3f);
    }
    return { next, length };
  }
}
