/** Yields values until they end or the signal is aborted, without waiting any longer then. */
export async function* untilStopped<Value>(
  values: AsyncGenerator<Value>,
  signal: AbortSignal,
): AsyncGenerator<Value> {
  let stop = () => {};
  const stopped = new Promise<null>((resolve) => (stop = () => resolve(null)));
  signal.addEventListener('abort', stop, { once: true });
  try {
    while (!signal.aborted) {
      const next = await Promise.race([values.next(), stopped]);
      if (next === null || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
