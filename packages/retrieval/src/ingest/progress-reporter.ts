import type { IngestOutcome, IngestProgress } from './ingest-types.js';

const INTERVAL_MILLISECONDS = 200;
/** Earlier, the estimate would fluctuate. */
const SETTLED_MILLISECONDS = 1500;
/** With many files, this many must be done first: part of one file says nothing about a hundred thousand. */
const MANY_FILES = 100;
const FEWEST_DONE = 10;
/**
 * The time over which the current speed is measured. Files from an earlier run are skipped quickly, and new ones
 * follow. A long run is judged by its second half, because a minute without progress says little about the hours ahead.
 */
const LOOKED_BACK_MILLISECONDS = 30_000;
const LOOKED_BACK_SHARE = 0.5;
const MOST_LOOKED_AT = 1_000;
/** Each report is stored. For a folder with a hundred thousand files, the latest outcomes are enough. */
const MOST_SETTLED = 50;

interface Working {
  name: string;
  share: number;
  /** What an earlier run had done: pages it has read do not count for this run's speed. */
  before: number;
  pages: IngestProgress['pages'];
}

/** Reports progress at most a few times a second, with speed and time left. */
export class ProgressReporter {
  readonly #report: (progress: IngestProgress) => void;
  readonly #total: number | null;
  readonly #now: () => number;
  readonly #started: number;
  #lastSent = -Infinity;
  #done = 0;
  /** What earlier runs had done of the finished files. */
  #before = 0;
  #failed = 0;
  #chunks = 0;
  #bytes = 0;
  #last: string | null = null;
  readonly #settled: IngestOutcome[] = [];
  #later: NodeJS.Timeout | null = null;
  readonly #working = new Set<Working>();
  /** Amounts done over time, oldest first. The first is at the start of the measured time or of the run. */
  readonly #made: { at: number; made: number }[] = [];

  constructor(options: {
    onProgress?: ((progress: IngestProgress) => void) | undefined;
    total: number | null;
    /** Milliseconds of a monotonic clock. */
    now?: () => number;
  }) {
    this.#report = options.onProgress ?? (() => {});
    this.#total = options.total;
    this.#now = options.now ?? (() => performance.now());
    this.#started = this.#now();
  }

  /** Starts a file. The callbacks report its partial progress and its outcome. */
  begin(name: string): {
    part: (share: number, pages?: IngestProgress['pages']) => void;
    done: (outcome: IngestOutcome, bytes: number) => void;
  } {
    const working: Working = { name, share: 0, before: 0, pages: null };
    this.#working.add(working);
    this.#sendNowAndThen();
    return {
      part: (share, pages = null) => {
        if (pages && !working.pages) working.before = share;
        working.share = share;
        working.pages = pages;
        this.#sendNowAndThen();
      },
      done: (outcome, bytes) => {
        this.#working.delete(working);
        this.#before += working.before;
        this.#fileDone(outcome, bytes);
      },
    };
  }

  #fileDone(outcome: IngestOutcome, bytes: number): void {
    this.#done++;
    if (outcome.status === 'failed') this.#failed++;
    if (outcome.status === 'added' || outcome.status === 'changed') this.#chunks += outcome.chunks;
    this.#bytes += bytes;
    this.#last = outcome.name;
    this.#settled.push(outcome);
    if (this.#settled.length > MOST_SETTLED) this.#settled.shift();
    this.#sendNowAndThen();
  }

  #sendNowAndThen(): void {
    if (this.#now() - this.#lastSent >= INTERVAL_MILLISECONDS) this.#send('ingesting');
    // A finished file must be reported even if the next one, perhaps a long scan, makes no progress.
    else this.#later ??= setTimeout(() => this.#send('ingesting'), INTERVAL_MILLISECONDS).unref();
  }

  finish(): void {
    this.#send('done');
  }

  /** Cancels pending reports. */
  close(): void {
    if (this.#later) clearTimeout(this.#later);
  }

  #send(phase: IngestProgress['phase']): void {
    this.close();
    this.#later = null;
    this.#lastSent = this.#now();
    const seconds = (this.#lastSent - this.#started) / 1000;
    const under = [...this.#working].reduce((sum, { share }) => sum + share, 0);
    const before = [...this.#working].reduce((sum, working) => sum + working.before, this.#before);
    // In files: half of a scan of 3,000 pages is half a file.
    const made = this.#done + under - before;
    const fewest = (this.#total ?? 0) >= MANY_FILES ? FEWEST_DONE : 0;
    const settled = seconds * 1000 >= SETTLED_MILLISECONDS && made > 0 && made >= fewest;
    const perSecond = this.#perSecond(made, seconds);
    const first = this.#working.values().next().value;
    const left = this.#total === null ? null : Math.max(0, this.#total - this.#done - under);
    this.#report({
      phase,
      files: { done: this.#done, total: this.#total, failed: this.#failed },
      chunks: this.#chunks,
      bytes: this.#bytes,
      chunksPerSecond: seconds > 0 ? this.#chunks / seconds : 0,
      secondsLeft: phase === 'done' ? 0 : settled && left !== null ? left / perSecond : null,
      current: first?.name ?? this.#last,
      pages: first?.pages ?? null,
      settled: [...this.#settled],
      share: this.#total === null ? null : this.#total === 0 ? 1 : (this.#done + under) / this.#total,
    });
  }

  /** Recent speed; the overall speed if nothing was done recently. */
  #perSecond(made: number, seconds: number): number {
    const now = this.#lastSent;
    const back = Math.max(LOOKED_BACK_MILLISECONDS, seconds * 1000 * LOOKED_BACK_SHARE);
    if (now - (this.#made.at(-1)?.at ?? -Infinity) > back / MOST_LOOKED_AT)
      this.#made.push({ at: now, made });
    while ((this.#made[1]?.at ?? now) <= now - back) this.#made.shift();
    // Skip the start-up: opening a long scan says nothing about its pages.
    while (this.#made[1]?.made === 0) this.#made.shift();
    const then = this.#made[0];
    const late = then ? made - then.made : 0;
    return then && late > 0 ? (1000 * late) / (now - then.at) : made / seconds;
  }
}
