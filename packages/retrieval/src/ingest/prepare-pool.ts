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

/** Per person: refusing a file to a new sender would reveal that somebody else had it. */
const attemptKey = (owner: string, contentHash: string) =>
  owner === ''
    ? contentHash
    : `sha256:${createHash('sha256').update(`${owner}\n${contentHash}`).digest('hex')}`;

/** How many files are read at once, and the limits. */
export interface PreparePoolOptions {
  /**
   * Number of processes, started on demand. Default: one per CPU, but at most as many as fit into half of the memory if
   * each uses its limit.
   */
  size?: number;
  limits?: Partial<ParseLimits>;
  chunkSettings?: Partial<ChunkSettings>;
  /** Records files that crashed their readers. If absent, such files are read whenever requested. */
  attempts?: ReadingAttempts;
  /** KB-9: reads image-only pages too. If absent, they are skipped. */
  ocr?: PoolOcr;
}

/** A file to read and chunk. If its hash matches the known one, nothing more is done. */
export interface PrepareRequest {
  name: string;
  content: PrepareJob['content'];
  baseUrl?: string;
  knownHash?: string | null;
  hashOnly?: boolean;
  /** The person this is for. People take turns. */
  owner?: string | undefined;
  /** An ISO time: when a person asked again for a file that had crashed its reader. */
  askedAgainAt?: string | undefined;
  /** Aborts reading at once. */
  signal?: AbortSignal | undefined;
  /** Stops between two OCR pages, because OCR may take hours. Finished pages are kept. */
  stop?: AbortSignal | undefined;
  /** KB-9: reports how many OCR pages are done. */
  onPages?: ((done: number, total: number) => void) | undefined;
}

/** One pass of a reader over a file. */
interface PoolRequest
  extends
    Omit<PrepareRequest, 'stop' | 'onPages'>,
    Partial<Pick<PrepareJob, 'recognised' | 'recognise' | 'draw' | 'limits'>> {
  onPage?: (page: number, packed: Uint8Array) => void;
}

/** Idle readers still hold memory, so they end after this time. */
const IDLE_MILLISECONDS = 60_000;

/** What a pool needs of a `PrepareReader`. */
type Reader = Pick<PrepareReader, 'isAlive' | 'run' | 'close'>;

interface Waiting {
  owner: string;
  resolve(reader: Reader): void;
  reject(error: Error): void;
}

/**
 * Processes that read and chunk files. A file that takes too long or too much memory costs only its process, which is
 * replaced.
 */
export class PreparePool {
  /** How pools that are created from now on get a reader. Tests replace it, see `scripts/shared-readers.mjs`. */
  static openReader = (limits: { memoryMegabytes: number }): Reader => new PrepareReader(limits);

  readonly size: number;
  readonly #limits: ParseLimits;
  readonly #chunkSettings: Partial<ChunkSettings>;
  readonly #attempts: ReadingAttempts | null;
  readonly #ocr: PoolOcr | null;
  readonly #openReader = PreparePool.openReader;
  readonly #idle = new Map<Reader, NodeJS.Timeout>();
  readonly #busy = new Map<Reader, string>();
  readonly #waiting = new FairQueue<Waiting>();
  #closed = false;

  constructor(options: PreparePoolOptions = {}) {
    this.#limits = { ...DEFAULT_PARSE_LIMITS, ...options.limits };
    this.size = options.size ?? readersThatFit(this.#limits.memoryMegabytes);
    this.#chunkSettings = options.chunkSettings ?? {};
    this.#attempts = options.attempts ?? null;
    this.#ocr = options.ocr ?? null;
  }

  /** Rejects with a `ParseError` if the file cannot be read. */
  async prepare({ stop, onPages, ...request }: PrepareRequest): Promise<PrepareResult> {
    const recognised = this.#ocr && hasOcrProgram() ? new Map<number, Uint8Array>() : null;
    let result = await this.#readTwice({ ...request, recognised });
    if (result.kind === 'scanned' && recognised) {
      // Looked up only now: an unavailable database must not block files without images.
      const settings = (await this.#ocr?.settings()) ?? null;
      if (settings) await this.#recognise({ request, settings, recognised, result, stop, onPages });
      result = await this.#readTwice({ ...request, recognised: settings && recognised });
    }
    if (result.kind === 'known' || result.kind === 'prepared') return result;
    throw new ParseError('unreadable', 'It was changed while it was being read.');
  }

  /**
   * KB-9: a page of an image as PNG, for formats that browsers cannot show. Rejects with a `ParseError` if it cannot be
   * opened.
   */
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

  /** Reads the image-only pages that have not been read yet. */
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
      // Killed by something other than the file, for example by the system: retry once.
      if (!(error instanceof ReaderDown) || error.isOwnFault || this.#closed) throw error;
      return this.#read(request);
    }
  }

  /** Ends all processes. Files being read fail. */
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
      // An unavailable database must not block reading.
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

  #take(owner: string, signal: AbortSignal | undefined): Promise<Reader> {
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
      // A person without a file in progress gets an extra reader, so nobody waits behind another person's slow files.
      const waiting = this.#waiting.take(
        (owner) => this.#busy.size < this.size || (this.#busy.size === this.size && !owners.has(owner)),
      );
      if (!waiting) return;
      const reader = this.#wake() ?? this.#openReader(this.#limits);
      this.#busy.set(reader, waiting.owner);
      waiting.resolve(reader);
    }
  }

  #giveBack(reader: Reader): void {
    this.#busy.delete(reader);
    if (this.#closed || !reader.isAlive || this.#idle.size >= this.size) void reader.close();
    else this.#idle.set(reader, setTimeout(() => this.#dismiss(reader), IDLE_MILLISECONDS).unref());
    if (!this.#closed) this.#serve();
  }

  /** The most recently idle reader, so the others can time out. */
  #wake(): Reader | null {
    const [reader, timer] = [...this.#idle].at(-1) ?? [];
    if (!reader) return null;
    clearTimeout(timer);
    this.#idle.delete(reader);
    return reader.isAlive ? reader : this.#wake();
  }

  #dismiss(reader: Reader): void {
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
  // A container may have less memory than the machine. Without a limit, this value exceeds all memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const fitting = Math.floor(memory / 2 / (memoryMegabytes * 2 ** 20));
  return Math.max(1, Math.min(availableParallelism(), fitting));
}
