/** Processes a sequence with at most `limit` at a time. Starts nothing new after an abort. */
export async function runConcurrently<T>(options: {
  items: Iterable<T> | AsyncIterable<T>;
  limit: number;
  signal?: AbortSignal | undefined;
  work: (item: T) => Promise<void>;
}): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const item of options.items) {
      if (options.signal?.aborted) break;
      const task: Promise<void> = options.work(item).finally(() => running.delete(task));
      running.add(task);
      // Prevents an unhandled rejection before it is awaited below.
      task.catch(() => {});
      if (running.size >= options.limit) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}
