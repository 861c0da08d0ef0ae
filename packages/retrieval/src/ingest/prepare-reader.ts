import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { packageUrl } from '../package-url.js';
import { ParseError } from '../parse/index.js';
import type { TablePart } from '../parse/table-part.js';
import type { FromReader, PrepareAnswer, PrepareJob, ReadResult, ToReader } from './prepared-document.js';
import type { Refusal } from './reading-attempts.js';
import { LAST_WORDS } from './reader-watch.js';

// A child process cannot run TypeScript, so even when started from sources it loads the built file.
const childUrl = packageUrl(import.meta.url, 'lib/ingest/reader-child.js');

/** Share of a reader's memory for the JavaScript heap. The rest is for buffers and the program itself. */
const HEAP_SHARE = 0.8;
const WORDS_KEPT = 4_000;

/** The file was not merely unreadable: it ended its reader. */
export class ReaderDown extends ParseError {
  /** It hit a limit, so it would again. */
  readonly isOwnFault: boolean;

  constructor(error: ParseError, isOwnFault: boolean) {
    super(error.code, error.message);
    this.isOwnFault = isOwnFault;
  }
}

export interface ReadOptions {
  /** Called with the content's hash before parsing. Returns a reason to refuse it. */
  onHashed: (contentHash: string) => Promise<Refusal | null>;
  /** The file takes long or much memory. */
  onHeavy: () => void;
  /** KB-9: called for each page as OCR finishes it. */
  onPage: (page: number, packed: Uint8Array) => void;
  /** Ends the reader at once. */
  signal?: AbortSignal | undefined;
}

/** A process that reads one file at a time, with a limit on its total memory. */
export class PrepareReader {
  readonly #child: ChildProcess;
  readonly #memoryMegabytes: number;
  #alive = true;
  #spent = false;
  #words = '';
  #onHeavy: () => void = () => {};
  #onWorking: () => void = () => {};

  constructor(options: { memoryMegabytes: number }) {
    this.#memoryMegabytes = options.memoryMegabytes;
    this.#child = fork(childUrl, {
      execArgv: [`--max-old-space-size=${Math.ceil(options.memoryMegabytes * HEAP_SHARE)}`],
      serialization: 'advanced',
      // Libraries print warnings about odd files, which are not our output. The reader gets no keys or secrets.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: readerEnvironment(),
    });
    this.#child.stderr?.on('data', (data: Buffer) => this.#hear(String(data)));
    this.#child.on('error', () => (this.#alive = false));
    this.#child.on('exit', () => (this.#alive = false));
    this.#hold(false);
  }

  /** Whether it can read another file. */
  get isAlive(): boolean {
    return this.#alive && !this.#spent;
  }

  async run(job: PrepareJob, options: ReadOptions): Promise<ReadResult> {
    this.#hold(true);
    this.#words = '';
    this.#onHeavy = options.onHeavy;
    try {
      const tableParts: TablePart[] = [];
      return resultOf(
        await this.#ask(job, { ...options, onRows: (part) => tableParts.push(part) }),
        tableParts,
      );
    } finally {
      if (this.#alive) this.#hold(false);
    }
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || !this.#child.pid) return;
    this.#alive = false;
    const gone = once(this.#child, 'exit');
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await gone;
  }

  #ask(
    job: PrepareJob,
    { onHashed, onPage, onRows, signal }: ReadOptions & { onRows: (part: TablePart) => void },
  ): Promise<PrepareAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#onWorking = () => {};
        signal?.removeEventListener('abort', onAbort);
        this.#child.off('message', onMessage);
        this.#child.off('error', onError);
        this.#child.off('close', onClose);
        finish();
      };
      const end = (error: ParseError) => {
        settle(() => reject(error));
        void this.close();
      };
      let timer: NodeJS.Timeout;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(tooLong, job.limits.timeMilliseconds);
      };
      const tooLong = () => {
        const seconds = Math.round(job.limits.timeMilliseconds / 1000);
        end(down('time_limit', `Reading it made no progress for ${seconds} seconds.`, true));
      };
      wait();
      this.#onWorking = wait;
      const onAbort = () => end(new ParseError('unreadable', 'Reading it was cancelled.'));
      const onMessage = (message: FromReader) => {
        if (message.kind === 'hashed') {
          void onHashed(message.contentHash).then((refusal) => this.#send({ kind: 'go', refusal }));
          return;
        }
        if (message.kind === 'page') {
          wait();
          onPage(message.page, message.packed);
          return;
        }
        if (message.kind === 'rows') {
          wait();
          onRows(message.part);
          return;
        }
        this.#spent = message.isSpent;
        settle(() => resolve(message.answer));
      };
      const onError = () => settle(() => reject(down('unreadable', 'No reader could be started.', false)));
      // Not `exit`: output may arrive after it.
      const onClose = () => settle(() => reject(this.#failureOf(job)));
      signal?.addEventListener('abort', onAbort);
      this.#child.on('message', onMessage);
      this.#child.on('error', onError);
      this.#child.on('close', onClose);
      if (signal?.aborted) onAbort();
      else this.#send({ kind: 'read', job });
    });
  }

  /** If the process is gone, its `close` event answers. */
  #send(message: ToReader): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #hear(words: string): void {
    this.#words = (this.#words + words).slice(-WORDS_KEPT);
    if (words.includes(LAST_WORDS.heavy)) this.#onHeavy();
    if (words.includes(LAST_WORDS.working)) this.#onWorking();
  }

  #failureOf(job: PrepareJob): ParseError {
    if (this.#words.includes(LAST_WORDS.cpu)) {
      const seconds = Math.round(job.limits.cpuMilliseconds / 1000);
      return down('time_limit', `Reading it took more than ${seconds} seconds of computing.`, true);
    }
    if (this.#words.includes(LAST_WORDS.memory) || /out of memory|Allocation failed/i.test(this.#words)) {
      const limit = `${this.#memoryMegabytes} MB`;
      return down('memory_limit', `Reading it took more memory than allowed (${limit}).`, true);
    }
    return down('damaged', 'The file cannot be read: the reader failed on it.', false);
  }

  /** Keeps this process alive only while the reader works. */
  #hold(isHeld: boolean): void {
    const what = isHeld ? 'ref' : 'unref';
    this.#child[what]();
    this.#child.channel?.[what]();
    (this.#child.stderr as { ref?: () => void; unref?: () => void } | null)?.[what]?.();
  }
}

function down(code: ParseError['code'], message: string, isOwnFault: boolean): ReaderDown {
  return new ReaderDown(new ParseError(code, message), isOwnFault);
}

/** The environment variables a program needs to start. */
function readerEnvironment(): NodeJS.ProcessEnv {
  const needed = ['TZ', 'LANG', 'SystemRoot', 'ELECTRON_RUN_AS_NODE', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];
  return Object.fromEntries(
    needed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Restores the text of chunks. Slicing the document's text copies nothing. */
function resultOf(answer: PrepareAnswer, tableParts: TablePart[]): ReadResult {
  if (answer.kind === 'failed') throw new ParseError(answer.code, answer.message);
  if (answer.kind !== 'prepared') return answer;
  const { text } = answer.document;
  const chunks = answer.document.chunks.map((chunk) => ({
    ...chunk,
    text: text.slice(chunk.span.start, chunk.span.end),
  }));
  return { kind: 'prepared', document: { ...answer.document, chunks, tableParts } };
}
