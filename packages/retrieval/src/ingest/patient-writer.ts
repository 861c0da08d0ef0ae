import { setTimeout as pause } from 'node:timers/promises';
import type { KnowledgeWriter } from './knowledge-writer.js';

const PATIENCE_MILLISECONDS = 60_000;
const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 2_000;

/**
 * A writer that waits while its database is unavailable, so a restart of the database does not make files fail. After a
 * minute, it passes the error on.
 */
export function patientWriter(
  writer: KnowledgeWriter,
  options: { signal: AbortSignal | undefined; patienceMilliseconds?: number },
): KnowledgeWriter {
  const { signal, patienceMilliseconds = PATIENCE_MILLISECONDS } = options;
  if (!writer.isAway) return writer;
  const patiently = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    for (let length = FIRST_PAUSE_MILLISECONDS; ; length = Math.min(length * 2, LONGEST_PAUSE_MILLISECONDS)) {
      try {
        return await write();
      } catch (error) {
        if (!writer.isAway?.(error) || performance.now() - begun > patienceMilliseconds) throw error;
        await pause(length, null, signal ? { signal } : {}).catch(() => {});
        if (signal?.aborted) throw error;
      }
    }
  };
  return {
    putItem: (request) => patiently(() => writer.putItem(request)),
    findByExternalId: (options) => patiently(() => writer.findByExternalId(options)),
    listItemStates: (options) => patiently(() => writer.listItemStates(options)),
    moveItem: (options) => patiently(() => writer.moveItem(options)),
    removeItem: (options) => patiently(() => writer.removeItem(options)),
    isAway: (error) => writer.isAway?.(error) ?? false,
  };
}
