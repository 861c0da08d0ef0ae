import { isSecretName, redactSecrets } from '@ibid/core/internal';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** Never logged, even if put into a log entry by mistake. */
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
/** Limits recursion: errors of libraries contain requests, which may be circular. */
const DEEPEST = 4;

/** OPS-3: JSON lines on standard error, without secrets or user content. */
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

/** Redacts addresses with passwords or signatures, headers and keys, which libraries put into error messages. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '[…]';
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1));
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, cleaned(one, depth + 1)]));
}
