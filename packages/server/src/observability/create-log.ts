import { isSecretName, redactSecrets } from '@ibid/core/internal';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

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
/** Errors of libraries hold requests, and those hold each other. */
const DEEPEST = 4;

/** OPS-3: JSON lines on standard error, without secrets and without what people write. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS, remove: true },
      serializers: {
        err: (error: unknown) => cleaned(error instanceof Error ? pino.stdSerializers.err(error) : error),
        reason: cleaned,
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

/** Addresses with a password or a signature, headers and keys: libraries put them into the words of their errors. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '[…]';
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1));
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, cleaned(one, depth + 1)]));
}
