/**
 * The delay in milliseconds that `retry-after-ms` or `retry-after` (seconds or a date) asks for; undefined if neither
 * does.
 */
export function retryAfter(options: {
  headers: Record<string, string | undefined> | undefined;
  now: number;
}): number | undefined {
  const milliseconds = Number.parseFloat(options.headers?.['retry-after-ms'] ?? '');
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = options.headers?.['retry-after'];
  if (!value) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number.parseFloat(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - options.now);
}
