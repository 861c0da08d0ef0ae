import type { IngestSource } from '../ingest/ingest-types.js';

/** How many items may be on their way to disk while the next is read, because disks confirm writes slowly. */
const AT_ONCE = 8;
/** Their total size. */
const BYTES_AT_ONCE = 16 * 2 ** 20;

/** Items that were read and are being written to disk, returned in order. */
export class KeptAhead {
  readonly #waiting: { bytes: number; source: Promise<IngestSource | null> }[] = [];
  #bytes = 0;

  /** `source`: null if it could not be stored. */
  add(bytes: number, source: Promise<IngestSource | null>): void {
    this.#waiting.push({ bytes, source });
    this.#bytes += bytes;
    // It may fail before anybody awaits it.
    source.catch(() => {});
  }

  /** Returns the items above the limits. */
  async *tooMany(): AsyncGenerator<IngestSource> {
    while (this.#waiting.length > AT_ONCE || this.#bytes > BYTES_AT_ONCE) yield* this.#first();
  }

  async *all(): AsyncGenerator<IngestSource> {
    while (this.#waiting.length > 0) yield* this.#first();
  }

  /** Waits until nothing is being written. Items that were not returned are dropped. */
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
