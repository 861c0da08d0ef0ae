import type { MiddlewareHandler } from 'hono';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequests } from '../errors/index.js';
import { PROGRAMS } from './serve-page.js';
import type { Budgets, Configuration, Processes } from '../services.js';
import type { AppEnv } from './app-env.js';
import { addressGroup, clientAddress } from './client-address.js';

interface LimitOptions {
  /** The same in every server that shares the count. */
  name: string;
  points: number;
  seconds: number;
  /** Null: this process counts for itself, as it does while Redis is away. */
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

/** Takes one from what the key has left and says how many were taken; throws when there is none. */
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

/** Takes one from what the key has left; throws when there is none. */
export type RateLimit = (key: string) => Promise<void>;

export function createRateLimit(options: LimitOptions): RateLimit {
  const limiter = createLimiter(options);
  return async (key) => void (await takeFrom(limiter, key));
}

/** Turns cost most, so they have a limit of their own, whichever way they are asked for. */
export function createTurnLimit(options: { turnsPerMinute: number; redis: Redis | null }): RateLimit {
  return createRateLimit({
    name: 'turns',
    points: options.turnsPerMinute,
    seconds: 60,
    redis: options.redis,
  });
}

/** For one user, or one address where nobody is logged in. */
export function rateLimits(services: Configuration & Budgets & Processes): MiddlewareHandler<AppEnv> {
  const { limits, trustProxy } = services.options;
  const requests = createRateLimit({
    name: 'requests',
    points: limits.requestsPerMinute,
    seconds: 60,
    redis: services.redis,
  });
  return async (context, next) => {
    // Calls inside this process come from the one who runs it.
    if (!context.env?.incoming) return next();
    // The page's own files: a page that is half refused stays blank, and says nothing.
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
