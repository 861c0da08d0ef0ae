/** What comes until it ends or the signal is given, whichever is first: nothing is waited for then. */
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
