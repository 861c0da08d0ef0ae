import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Shared between the reading thread and the watching thread. */
export interface WatchedReader {
  /** 1 while a file is being read. */
  isReading: Int32Array<SharedArrayBuffer>;
  /** CPU milliseconds the process had used when the file was started. */
  cpuBefore: Float64Array<SharedArrayBuffer>;
  /** Limits for the file: CPU milliseconds, and megabytes for the whole process. */
  limits: Float64Array<SharedArrayBuffer>;
}

/** What a reader writes before it ends, and its signals that a file is heavy or still in progress. */
export const LAST_WORDS = {
  memory: '<ibid:memory>',
  cpu: '<ibid:cpu>',
  heavy: '<ibid:heavy>',
  working: '<ibid:working>',
} as const;

const LOOK_MILLISECONDS = 20;
/** From half of the memory limit on: a fast machine fills 20 MB in 20 ms. */
const CLOSE_LOOK_MILLISECONDS = 2;
/** What a parser can allocate between two checks. */
const MARGIN_MEGABYTES = 16;
/** Ordinary files finish earlier. Others are recorded, in case they bring everything down. */
const HEAVY_CPU_MILLISECONDS = 3_000;
/** A reader has low priority, so on a busy machine this may take minutes. */
const WORKING_CPU_MILLISECONDS = 500;

/** CPU time of all threads of this process so far. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The watching thread. Parsers do not yield, so only another thread can see what they use. It counts the memory of the
 * whole process, including buffers, and kills the process at a limit, or when the server that started it is gone.
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
    Atomics.wait(isReading, 0, 1, held > memoryLimit / 2 ? CLOSE_LOOK_MILLISECONDS : LOOK_MILLISECONDS);
  }
}

if (workerData && typeof workerData === 'object' && 'isReading' in workerData) {
  watch(workerData as WatchedReader);
}
