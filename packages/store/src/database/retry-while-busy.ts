import { DatabaseBusy } from './database-errors.js';

const PATIENCE_MILLISECONDS = 15_000;

/**
 * Waits for another process's write lock without blocking this one. SQLite's busy handler would block every request of
 * the server.
 */
export async function retryWhileBusy<Result>(
  run: () => Result,
  patience: number = PATIENCE_MILLISECONDS,
): Promise<Result> {
  const givenUpAt = Date.now() + patience;
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > givenUpAt) throw new DatabaseBusy(patience, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database (is|table is|schema is) locked/i.test(error.message);
}
