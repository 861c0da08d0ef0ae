import { Worker } from 'node:worker_threads';
import { packageUrl } from '../../package-url.js';
import type { CommandLineResult, runCommandLine } from './run-command-line.js';

// A worker cannot run TypeScript, so even when started from sources it loads the built file.
const workerUrl = packageUrl(import.meta.url, 'lib/agentic/shell/shell-worker.js');

const MEMORY_MEGABYTES = 128;

/**
 * Runs a command in a separate thread, which ends at its time limit, at its memory limit, or with the turn. No command
 * can block other work.
 */
export function runInThread(
  job: Parameters<typeof runCommandLine>[0],
  limits: { milliseconds: number; signal: AbortSignal },
): Promise<CommandLineResult> {
  const { milliseconds, signal } = limits;
  return new Promise((resolve) => {
    const failed = (output: string) => settle({ output, exitCode: 124, omitted: 0 });
    const worker = new Worker(workerUrl, {
      execArgv: [],
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES, maxYoungGenerationSizeMb: 16 },
    });
    let timer: NodeJS.Timeout | undefined;
    // Not earlier: a busy machine may take seconds to start a thread.
    const limitTime = () => {
      timer = setTimeout(
        () => failed(`Ended after ${milliseconds} ms: too much work for one command.`),
        milliseconds,
      );
    };
    const onAbort = () => failed('Stopped.');
    const settle = (result: CommandLineResult) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      void worker.terminate();
      resolve(result);
    };
    worker.on('message', (said: 'begun' | CommandLineResult) =>
      said === 'begun' ? limitTime() : settle(said),
    );
    worker.once('error', () =>
      failed(`Ended: the command took more than ${MEMORY_MEGABYTES} MB of memory, or failed.`),
    );
    worker.once('exit', () => failed('Ended before it was done.'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
