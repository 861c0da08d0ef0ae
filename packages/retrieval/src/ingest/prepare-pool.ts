import { availableParallelism } from 'node:os';
import type { ChunkSettings } from '../chunk/index.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from '../parse/index.js';
import { PrepareThread } from './prepare-thread.js';
import type { PrepareJob, PrepareResult } from './prepared-document.js';

/**
 * How many files are read at once, and within which limits.
 *
 * ```ts
 * import type { PreparePoolOptions } from '@ibid/retrieval';
 *
 * const options: PreparePoolOptions = { size: 2, limits: { maxBytes: 20_000_000 } };
 * ```
 */
export interface PreparePoolOptions {
  /** Threads; started when there is work for them. Default: one less than there are processors, at most 4. */
  size?: number;
  limits?: Partial<ParseLimits>;
  chunkSettings?: Partial<ChunkSettings>;
}

/**
 * A file to read and cut; with the hash that is known of it, nothing is done when it is the same.
 *
 * ```ts
 * import type { PrepareRequest } from '@ibid/retrieval';
 *
 * const request: PrepareRequest = { name: 'budget.pdf', content: { path: 'budget.pdf' }, knownHash: null };
 * ```
 */
export interface PrepareRequest {
  name: string;
  content: PrepareJob['content'];
  baseUrl?: string;
  knownHash?: string | null;
  hashOnly?: boolean;
}

/**
 * Threads that read and cut files. A file that takes too long or too much memory costs its thread, which is replaced;
 * nothing else notices.
 *
 * ```ts
 * import { PreparePool } from '@ibid/retrieval';
 *
 * const pool = new PreparePool({ size: 1 });
 * console.log(await pool.prepare({ name: 'a.txt', content: { bytes: new TextEncoder().encode('text') } }));
 * await pool.close();
 * ```
 */
export class PreparePool {
  readonly size: number;
  readonly #limits: ParseLimits;
  readonly #chunkSettings: Partial<ChunkSettings>;
  readonly #idle: PrepareThread[] = [];
  readonly #busy = new Set<PrepareThread>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor(options: PreparePoolOptions = {}) {
    this.size = options.size ?? Math.max(1, Math.min(4, availableParallelism() - 1));
    this.#limits = { ...DEFAULT_PARSE_LIMITS, ...options.limits };
    this.#chunkSettings = options.chunkSettings ?? {};
  }

  /** Rejects with a `ParseError` when the file cannot be read. */
  async prepare(request: PrepareRequest): Promise<PrepareResult> {
    const thread = await this.#take();
    try {
      return await thread.run({
        ...request,
        limits: this.#limits,
        chunkSettings: this.#chunkSettings,
        knownHash: request.knownHash ?? null,
        hashOnly: request.hashOnly ?? false,
      });
    } finally {
      this.#giveBack(thread);
    }
  }

  /** Ends all threads; files being read fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((thread) => thread.close()));
  }

  async #take(): Promise<PrepareThread> {
    while (!this.#closed && this.#idle.length === 0 && this.#busy.size >= this.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#closed) throw new Error('The pool is closed.');
    const thread = this.#idle.pop() ?? new PrepareThread({ memoryMegabytes: this.#limits.memoryMegabytes });
    this.#busy.add(thread);
    return thread;
  }

  #giveBack(thread: PrepareThread): void {
    this.#busy.delete(thread);
    if (thread.isAlive && !this.#closed) this.#idle.push(thread);
    this.#waiting.shift()?.();
  }
}
