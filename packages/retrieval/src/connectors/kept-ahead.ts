import type { IngestSource } from '../ingest/ingest-types.js';

/** So many are kept on disk while the next is read: a disk is slow to say that it has something. */
const AT_ONCE = 8;
/** Of those, together. */
const BYTES_AT_ONCE = 16 * 2 ** 20;

/** What was read and is on its way to the disk, given out in its order. */
export class KeptAhead {
  readonly #waiting: { bytes: number; source: Promise<IngestSource | null> }[] = [];
  #bytes = 0;

  /** `source`: null where it could not be kept. */
  add(bytes: number, source: Promise<IngestSource | null>): void {
    this.#waiting.push({ bytes, source });
    this.#bytes += bytes;
    // It may fail before anybody waits for it.
    source.catch(() => {});
  }

  /** Those for which there is no room any more. */
  async *tooMany(): AsyncGenerator<IngestSource> {
    while (this.#waiting.length > AT_ONCE || this.#bytes > BYTES_AT_ONCE) yield* this.#first();
  }

  async *all(): AsyncGenerator<IngestSource> {
    while (this.#waiting.length > 0) yield* this.#first();
  }

  /** Nothing is written any more; what was not given out is forgotten. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#waiting.map(({ source }) => source));
  }

  async *#first(): AsyncGenerator<IngestSource> {
    const first = this.#waiting.shift();
    if (!first) return;
    this.#bytes -= first.bytes;
    const source = await first.source;
    if (source) yield source;
  }
}
