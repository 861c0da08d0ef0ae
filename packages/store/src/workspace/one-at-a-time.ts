const running = new Map<string, Promise<void>>();

/** Runs tasks with the same key one after another, in order of arrival. */
export async function oneAtATime<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
  const before = running.get(key) ?? Promise.resolve();
  const result = before.then(task);
  const settled = result.then(
    () => {},
    () => {},
  );
  running.set(key, settled);
  try {
    return await result;
  } finally {
    if (running.get(key) === settled) running.delete(key);
  }
}
