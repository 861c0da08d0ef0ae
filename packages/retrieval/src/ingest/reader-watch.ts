import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** What the thread that reads and the thread that watches it share. */
export interface WatchedReader {
  /** 1 while a file is being read. */
  isReading: Int32Array<SharedArrayBuffer>;
  /** Milliseconds of CPU the process had used when the file was begun. */
  cpuBefore: Float64Array<SharedArrayBuffer>;
  /** Of the file: milliseconds of CPU it may use, and megabytes the whole process may hold. */
  limits: Float64Array<SharedArrayBuffer>;
}

/** The last words of a reader, and the signs that a file is a heavy one and that it is getting on with it. */
export const LAST_WORDS = {
  memory: '<ibid:memory>',
  cpu: '<ibid:cpu>',
  heavy: '<ibid:heavy>',
  working: '<ibid:working>',
} as const;

const LOOK_MILLISECONDS = 20;
/** What a parser can take between two looks. */
const MARGIN_MEGABYTES = 16;
/** Ordinary files are done before; others are noted, should they bring everything down. */
const HEAVY_CPU_MILLISECONDS = 3_000;
/** A reader gives way to everything else, so on a busy machine it may take minutes for this. */
const WORKING_CPU_MILLISECONDS = 500;

/** CPU of all threads of this process so far. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The body of a thread beside the one that reads: parsers give nobody a turn, so only another thread can see what they
 * use. It counts the memory of the whole process, buffers included, and ends the process at the limit; also when the
 * server that started it is gone.
 */
function watch({ isReading, cpuBefore, limits }: WatchedReader): never {
  const parent = process.ppid;
  const end = (words: string): void => {
    writeSync(2, words);
    process.kill(process.pid, 'SIGKILL');
  };
  let told = -1;
  let worked = 0;
  for (;;) {
    Atomics.wait(isReading, 0, 0);
    const [before = 0] = cpuBefore;
    const [cpuLimit = Infinity, memoryLimit = Infinity] = limits;
    const used = cpuMilliseconds() - before;
    const held = process.memoryUsage.rss() / 2 ** 20;
    if (held > memoryLimit - MARGIN_MEGABYTES) end(LAST_WORDS.memory);
    if (used > cpuLimit) end(LAST_WORDS.cpu);
    if (process.ppid !== parent) end('');
    if (told !== before && (used > HEAVY_CPU_MILLISECONDS || held > memoryLimit / 2)) {
      told = before;
      writeSync(2, LAST_WORDS.heavy);
    }
    const portions = Math.floor(used / WORKING_CPU_MILLISECONDS);
    if (portions > worked) writeSync(2, LAST_WORDS.working);
    worked = portions;
    Atomics.wait(isReading, 0, 1, LOOK_MILLISECONDS);
  }
}

if (workerData && typeof workerData === 'object' && 'isReading' in workerData) {
  watch(workerData as WatchedReader);
}
