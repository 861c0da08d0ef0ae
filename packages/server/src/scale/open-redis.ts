import { Redis } from 'ioredis';
import type { Logger } from 'pino';

const LONGEST_PAUSE_MILLISECONDS = 2_000;

/**
 * A connection that reconnects automatically. Commands fail at once while it is down: nothing here may wait for Redis.
 */
export function openRedis(options: { url: string; log: Logger; purpose: string }): Redis {
  const redis = new Redis(options.url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MILLISECONDS),
  });
  let isAway = false;
  redis.on('error', (error) => {
    if (isAway) return;
    isAway = true;
    options.log.warn(
      { reason: error.message, purpose: options.purpose },
      'Redis is unreachable; turns continue, and other servers see them through the database, more slowly',
    );
  });
  redis.on('ready', () => {
    if (isAway) options.log.info({ purpose: options.purpose }, 'Redis is back');
    isAway = false;
  });
  return redis;
}
