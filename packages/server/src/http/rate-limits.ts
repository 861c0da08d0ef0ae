import type { MiddlewareHandler } from 'hono';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequests } from '../errors/index.js';
import { PROGRAMS } from './serve-page.js';
import type { Budgets, Configuration, Processes } from '../services.js';
import type { AppEnv } from './app-env.js';
import { addressGroup, clientAddress } from './client-address.js';

interface LimitOptions {
  /** The same in all servers that share the count. */
  name: string;
  points: number;
  seconds: number;
  /** Null: each process counts separately, as it also does while Redis is down. */
  redis: Redis | null;
}

export type Limiter = RateLimiterMemory | RateLimiterRedis;

export function createLimiter(options: LimitOptions): Limiter {
  const settings = { points: options.points, duration: options.seconds };
  const own = new RateLimiterMemory(settings);
  if (!options.redis) return own;
  return new RateLimiterRedis({
    ...settings,
    storeClient: options.redis,
    keyPrefix: `ibid:limit:${options.name}`,
    insuranceLimiter: own,
  });
}

/** Takes one of the key's remaining points and returns how many were taken; throws if none is left. */
export async function takeFrom(limiter: Limiter, key: string, seconds?: number): Promise<number> {
  try {
    const options = seconds === undefined ? {} : { customDuration: seconds };
    return (await limiter.consume(key, 1, options)).consumedPoints;
  } catch (error) {
    if (error instanceof RateLimiterRes)
      throw new TooManyRequests(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    throw error;
  }
}

/** Takes one of the key's remaining points; throws if none is left. */
export type RateLimit = (key: string) => Promise<void>;

export function createRateLimit(options: LimitOptions): RateLimit {
  const limiter = createLimiter(options);
  return async (key) => void (await takeFrom(limiter, key));
}

/** Turns cost most and have a separate limit, whichever API is used. */
export function createTurnLimit(options: { turnsPerMinute: number; redis: Redis | null }): RateLimit {
  return createRateLimit({
    name: 'turns',
    points: options.turnsPerMinute,
    seconds: 60,
    redis: options.redis,
  });
}

/** Per user, or per address if nobody is logged in. */
export function rateLimits(services: Configuration & Budgets & Processes): MiddlewareHandler<AppEnv> {
  const { limits, trustProxy } = services.options;
  const requests = createRateLimit({
    name: 'requests',
    points: limits.requestsPerMinute,
    seconds: 60,
    redis: services.redis,
  });
  return async (context, next) => {
    // In-process calls come from the operator.
    if (!context.env?.incoming) return next();
    // The page's own files are exempt: a page with some files refused would stay blank without an error.
    if (context.req.method === 'GET' && !PROGRAMS.test(context.req.path)) return next();
    const principal = context.get('principal');
    const key = principal
      ? `user:${principal.user.id}`
      : `address:${addressGroup(clientAddress(context, trustProxy))}`;
    await requests(key);
    if (
      context.req.method === 'POST' &&
      /\/turns$|^\/api\/turns\/[^/]+\/retry$|^\/v1\/|^\/api\/ui\/chat$/u.test(context.req.path)
    )
      await services.turnLimit(key);
    return next();
  };
}
