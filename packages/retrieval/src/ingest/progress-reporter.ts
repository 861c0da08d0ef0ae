import type { IngestOutcome, IngestProgress } from './ingest-types.js';

const INTERVAL_MILLISECONDS = 200;
/** Before this an estimate would jump about. */
const SETTLED_MILLISECONDS = 1500;

/** Counts what is done and tells it at most a few times a second, with rate and time left. */
export class ProgressReporter {
  readonly #report: (progress: IngestProgress) => void;
  readonly #total: number | null;
  readonly #started = performance.now();
  #lastSent = -Infinity;
  #done = 0;
  #failed = 0;
  #chunks = 0;
  #bytes = 0;
  #current: string | null = null;

  constructor(options: {
    onProgress?: ((progress: IngestProgress) => void) | undefined;
    total: number | null;
  }) {
    this.#report = options.onProgress ?? (() => {});
    this.#total = options.total;
  }

  fileDone(outcome: IngestOutcome, bytes: number): void {
    this.#done++;
    if (outcome.status === 'failed') this.#failed++;
    if (outcome.status === 'added' || outcome.status === 'changed') this.#chunks += outcome.chunks;
    this.#bytes += bytes;
    this.#current = outcome.name;
    if (performance.now() - this.#lastSent >= INTERVAL_MILLISECONDS) this.#send('ingesting');
  }

  finish(): void {
    this.#send('done');
  }

  #send(phase: IngestProgress['phase']): void {
    this.#lastSent = performance.now();
    const seconds = (this.#lastSent - this.#started) / 1000;
    const settled = seconds * 1000 >= SETTLED_MILLISECONDS && this.#done > 0;
    const left = this.#total === null ? null : Math.max(0, this.#total - this.#done);
    this.#report({
      phase,
      files: { done: this.#done, total: this.#total, failed: this.#failed },
      chunks: this.#chunks,
      bytes: this.#bytes,
      chunksPerSecond: seconds > 0 ? this.#chunks / seconds : 0,
      secondsLeft: phase === 'done' ? 0 : settled && left !== null ? (seconds / this.#done) * left : null,
      current: this.#current,
    });
  }
}
