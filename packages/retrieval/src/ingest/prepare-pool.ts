import { createHash } from 'node:crypto';
import { availableParallelism, totalmem } from 'node:os';
import type { ChunkSettings } from '../chunk/index.js';
import { DEFAULT_PARSE_LIMITS, ParseError, type ParseLimits } from '../parse/index.js';
import { hasOcrProgram, type OcrSettings } from '../ocr/index.js';
import { FairQueue } from '@ibid/core/internal/threads';
import { PrepareReader, ReaderDown } from './prepare-reader.js';
import type { PrepareJob, PrepareResult, ReadResult } from './prepared-document.js';
import { pageLimits, recogniseMissing, type PoolOcr } from './recognised-pages.js';
import type { ReadingAttempts, Refusal } from './reading-attempts.js';

/** By person: a file that is refused to whoever sends it first would tell them that somebody else had it. */
const attemptKey = (owner: string, contentHash: string) =>
  owner === ''
    ? contentHash
    : `sha256:${createHash('sha256').update(`${owner}\n${contentHash}`).digest('hex')}`;

/** How many files are read at once, and within which limits. */
export interface PreparePoolOptions {
  /**
   * Processes; started when there is work for them. Default: as many as there are processors, and no more than fit
   * into half of the memory when each holds what it may.
   */
  size?: number;
  limits?: Partial<ParseLimits>;
  chunkSettings?: Partial<ChunkSettings>;
  /** Remembers files that brought their readers down. Without, each is read as often as it is asked for. */
  attempts?: ReadingAttempts;
  /** KB-9: pages that are pictures are read too. Absent: they are not. */
  ocr?: PoolOcr;
}

/** A file to read and cut; with the hash that is known of it, nothing is done when it is the same. */
export interface PrepareRequest {
  name: string;
  content: PrepareJob['content'];
  baseUrl?: string;
  knownHash?: string | null;
  hashOnly?: boolean;
  /** For whom: people take turns. */
  owner?: string | undefined;
  /** When a person asked for it although it brought its reader down before: an ISO time. */
  askedAgainAt?: string | undefined;
  /** Ends the reading at once. */
  signal?: AbortSignal | undefined;
  /** Ends it between two pages that are read by OCR, which may take hours; those that were read are kept. */
  stop?: AbortSignal | undefined;
  /** KB-9: told how many of the pages that are pictures are read. */
  onPages?: ((done: number, total: number) => void) | undefined;
}

/** One go of a reader. */
interface PoolRequest
  extends
    Omit<PrepareRequest, 'stop' | 'onPages'>,
    Partial<Pick<PrepareJob, 'recognised' | 'recognise' | 'draw' | 'limits'>> {
  onPage?: (page: number, packed: Uint8Array) => void;
}

/** A reader with nothing to do still holds memory. */
const IDLE_MILLISECONDS = 60_000;

interface Waiting {
  owner: string;
  resolve(reader: PrepareReader): void;
  reject(error: Error): void;
}

/**
 * Processes that read and cut files. A file that takes too long or too much memory costs its process, which is
 * replaced; nothing else notices.
 */
export class PreparePool {
  readonly size: number;
  readonly #limits: ParseLimits;
  readonly #chunkSettings: Partial<ChunkSettings>;
  readonly #attempts: ReadingAttempts | null;
  readonly #ocr: PoolOcr | null;
  readonly #idle = new Map<PrepareReader, NodeJS.Timeout>();
  readonly #busy = new Map<PrepareReader, string>();
  readonly #waiting = new FairQueue<Waiting>();
  #closed = false;

  constructor(options: PreparePoolOptions = {}) {
    this.#limits = { ...DEFAULT_PARSE_LIMITS, ...options.limits };
    this.size = options.size ?? readersThatFit(this.#limits.memoryMegabytes);
    this.#chunkSettings = options.chunkSettings ?? {};
    this.#attempts = options.attempts ?? null;
    this.#ocr = options.ocr ?? null;
  }

  /** Rejects with a `ParseError` when the file cannot be read. */
  async prepare({ stop, onPages, ...request }: PrepareRequest): Promise<PrepareResult> {
    const recognised = this.#ocr && hasOcrProgram() ? new Map<number, Uint8Array>() : null;
    let result = await this.#readTwice({ ...request, recognised });
    if (result.kind === 'scanned' && recognised) {
      // Asked only now: a database that is away must not keep files from being read that have no pictures.
      const settings = (await this.#ocr?.settings()) ?? null;
      if (settings) await this.#recognise({ request, settings, recognised, result, stop, onPages });
      result = await this.#readTwice({ ...request, recognised: settings && recognised });
    }
    if (result.kind === 'known' || result.kind === 'prepared') return result;
    throw new ParseError('unreadable', 'It was changed while it was read.');
  }

  /** KB-9: a page of a picture as PNG, for what browsers do not show. Rejects with a `ParseError` when it cannot be opened. */
  async draw(request: {
    name: string;
    content: PrepareJob['content'];
    page: number;
    owner?: string;
    signal?: AbortSignal;
  }): Promise<Uint8Array<ArrayBuffer>> {
    const { page, ...asked } = request;
    if (!hasOcrProgram())
      throw new ParseError('unsupported', 'The library that opens such pictures is not installed.');
    const result = await this.#read({ ...asked, draw: { page }, limits: pageLimits(this.#limits) });
    if (result.kind !== 'drawn') throw new ParseError('unreadable', 'The picture cannot be shown.');
    return result.png;
  }

  /** Reads the pages that are pictures, those that nobody has read yet. */
  async #recognise(options: {
    request: PoolRequest;
    settings: OcrSettings;
    recognised: Map<number, Uint8Array>;
    result: Extract<ReadResult, { kind: 'scanned' }>;
    stop: AbortSignal | undefined;
    onPages: PrepareRequest['onPages'];
  }): Promise<void> {
    const { request, settings, recognised, stop, onPages } = options;
    const { contentHash, pages } = options.result;
    const kept = await this.#ocr?.pages?.find(contentHash).catch(() => null);
    for (const [page, packed] of kept ?? []) recognised.set(page, packed);
    const signal = either(request.signal, stop);
    await recogniseMissing({
      missing: pages.filter((page) => !recognised.has(page)),
      contentHash,
      recognised,
      settings,
      pages: this.#ocr?.pages,
      limits: this.#limits,
      readers: this.size,
      read: async (job, onPage) => {
        const { owner, name, content } = request;
        await this.#read({ owner, name, content, ...job, onPage, signal });
      },
      isDown: (error): error is ReaderDown => error instanceof ReaderDown && !this.#closed,
      onPages,
      signal,
    });
  }

  async #readTwice(request: PoolRequest): Promise<ReadResult> {
    try {
      return await this.#read(request);
    } catch (error) {
      // Ended by nothing that the file can be blamed for, e.g. by the system: once more.
      if (!(error instanceof ReaderDown) || error.isOwnFault || this.#closed) throw error;
      return this.#read(request);
    }
  }

  /** Ends all processes; files being read fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.remove(() => true)) waiting.reject(closed());
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#idle.keys(), ...this.#busy.keys()].map((reader) => reader.close()));
    this.#idle.clear();
  }

  async #read(asked: PoolRequest): Promise<ReadResult> {
    const { owner = '', askedAgainAt, signal, onPage, ...request } = asked;
    const reader = await this.#take(owner, signal);
    let hash: string | null = null;
    const heavy: { noted: Promise<void> | null } = { noted: null };
    const note = (work: (attempts: ReadingAttempts, hash: string) => Promise<void>): Promise<void> =>
      // A database that is away must not keep files from being read.
      (this.#attempts && hash ? work(this.#attempts, hash) : Promise.resolve()).catch(() => {});
    try {
      return await reader.run(
        {
          limits: this.#limits,
          recognised: null,
          recognise: null,
          draw: null,
          ...request,
          chunkSettings: this.#chunkSettings,
          knownHash: request.knownHash ?? null,
          hashOnly: request.hashOnly ?? false,
        },
        {
          signal,
          onPage: onPage ?? (() => {}),
          onHashed: async (contentHash): Promise<Refusal | null> => {
            const key = attemptKey(owner, contentHash);
            hash = key;
            if (askedAgainAt) await note((attempts) => attempts.forgive(key, askedAgainAt));
            return this.#attempts?.refusalOf(key).catch(() => null) ?? null;
          },
          onHeavy: () => {
            heavy.noted ??= note((attempts, content) => attempts.begin(content));
          },
        },
      );
    } catch (error) {
      if (error instanceof ReaderDown && !this.#closed) {
        const { code, message } = error;
        await heavy.noted;
        heavy.noted = null;
        await note((attempts, content) => attempts.fail(content, { code, message }));
      }
      throw error;
    } finally {
      this.#giveBack(reader);
      void heavy.noted?.then(() => note((attempts, content) => attempts.settle(content)));
    }
  }

  #take(owner: string, signal: AbortSignal | undefined): Promise<PrepareReader> {
    if (this.#closed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        owner,
        resolve: (reader) => {
          signal?.removeEventListener('abort', leave);
          resolve(reader);
        },
        reject,
      };
      const leave = () => {
        this.#waiting.remove((each) => each === waiting);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(owner, waiting);
      this.#serve();
    });
  }

  #serve(): void {
    for (;;) {
      const owners = new Set(this.#busy.values());
      // Who has no file under way gets a reader more: nobody waits behind the slow files of one other person.
      const waiting = this.#waiting.take(
        (owner) => this.#busy.size < this.size || (this.#busy.size === this.size && !owners.has(owner)),
      );
      if (!waiting) return;
      const reader = this.#wake() ?? new PrepareReader(this.#limits);
      this.#busy.set(reader, waiting.owner);
      waiting.resolve(reader);
    }
  }

  #giveBack(reader: PrepareReader): void {
    this.#busy.delete(reader);
    if (this.#closed || !reader.isAlive || this.#idle.size >= this.size) void reader.close();
    else this.#idle.set(reader, setTimeout(() => this.#dismiss(reader), IDLE_MILLISECONDS).unref());
    if (!this.#closed) this.#serve();
  }

  /** The one that rested last: the others may be dismissed. */
  #wake(): PrepareReader | null {
    const [reader, timer] = [...this.#idle].at(-1) ?? [];
    if (!reader) return null;
    clearTimeout(timer);
    this.#idle.delete(reader);
    return reader.isAlive ? reader : this.#wake();
  }

  #dismiss(reader: PrepareReader): void {
    this.#idle.delete(reader);
    void reader.close();
  }
}

function either(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

function closed(): Error {
  return new Error('The pool is closed.');
}

function readersThatFit(memoryMegabytes: number): number {
  // A container may have less than the machine; without a limit a number beyond all memory is given.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const fitting = Math.floor(memory / 2 / (memoryMegabytes * 2 ** 20));
  return Math.max(1, Math.min(availableParallelism(), fitting));
}
