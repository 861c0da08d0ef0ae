import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createLimiter, takeFrom } from '../http/rate-limits.js';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;

interface LoginAttempt {
  /** The password was right: the attempt is not counted, and earlier failures are forgotten. */
  succeeded(): Promise<void>;
  /** Not an attempt: it is not counted, and earlier failures stay. */
  withdraw(): Promise<void>;
}

type BeginLogin = (options: {
  name: string;
  address: string;
  /** The user has logged in from there before. */
  isKnownAddress: boolean;
}) => Promise<LoginAttempt>;

/**
 * Slows down password guessing without locking users out. Failures count per name and address, and each further one
 * doubles the wait, so nobody can lock out a user from elsewhere. An address has a limit over all names, and a name has
 * one over all addresses new to it: this stops guessing from many places, while users still get in from known
 * addresses.
 *
 * An attempt is counted before the password is checked; otherwise many sent at once would all pass.
 */
export function createLoginAttempts(options: { failedLogins: number; redis: Redis | null }): BeginLogin {
  const { failedLogins, redis } = options;
  const wrong = createLimiter({ name: 'login-wrong', points: Number.MAX_SAFE_INTEGER, seconds: DAY, redis });
  const wait = createLimiter({ name: 'login-wait', points: 1, seconds: 1, redis });
  const ofAddress = createLimiter({
    name: 'login-address',
    points: failedLogins * 3,
    seconds: QUARTER_HOUR,
    redis,
  });
  const ofName = createLimiter({
    name: 'login-name',
    points: failedLogins * 10,
    seconds: QUARTER_HOUR,
    redis,
  });

  return async ({ name, address, isKnownAddress }) => {
    const account = createHash('sha256').update(name.toLowerCase()).digest('base64url');
    const pair = `${account} ${address}`;
    const counted: [limiter: typeof wrong, key: string][] = [];
    const take = async (limiter: typeof wrong, key: string, seconds?: number): Promise<number> => {
      try {
        const taken = await takeFrom(limiter, key, seconds);
        if (limiter !== wait) counted.push([limiter, key]);
        return taken;
      } catch (error) {
        // Refused without checking the password, so it was not a guess.
        for (const [one, kept] of counted) await one.reward(kept);
        throw error;
      }
    };
    const number = await take(wrong, pair);
    if (number > failedLogins) await take(wait, pair, waitSeconds(number - failedLogins));
    await take(ofAddress, address);
    if (!isKnownAddress) await take(ofName, account);
    return {
      async succeeded() {
        await wrong.delete(pair);
        await wait.delete(pair);
        for (const [limiter, key] of counted) if (limiter !== wrong) await limiter.reward(key);
      },
      async withdraw() {
        for (const [limiter, key] of counted) await limiter.reward(key);
      },
    };
  };
}

/** By the number of attempts beyond the free ones. */
function waitSeconds(over: number): number {
  return Math.min(2 ** Math.min(over, 20), QUARTER_HOUR);
}
