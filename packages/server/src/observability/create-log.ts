import { pino } from 'pino';
import type { Logger } from 'pino';

/** Whatever ends up in a log entry by mistake: none of these is ever written. */
const SECRETS = [
  'password',
  'apiKey',
  'token',
  'authorization',
  'cookie',
  '*.password',
  '*.apiKey',
  '*.token',
  '*.authorization',
  '*.cookie',
  'err.config',
  'err.requestBodyValues',
  'err.responseHeaders',
  'err.responseBody',
  'err.data',
];

/** OPS-3: JSON lines on standard error, without secrets and without what people write. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, redact: { paths: SECRETS, remove: true }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
