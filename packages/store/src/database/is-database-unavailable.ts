/** SQLSTATE classes and codes that mean the server is unavailable, as opposed to a bad statement. */
const AWAY = /^(08...|57P0[1-5]|53300|25P03)$/;

/** Error codes of Node and the driver about the connection itself. */
const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const SAID =
  /connection terminated|timeout exceeded when trying to connect|client (?:has encountered a connection error|was closed)/i;

/** True when PostgreSQL is unreachable, shutting down or starting: the same request will work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (BROKEN.has(code) || AWAY.test(code))) return true;
  return SAID.test(error.message);
}
