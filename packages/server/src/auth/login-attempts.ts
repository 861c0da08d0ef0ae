import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createLimiter, takeFrom } from '../http/rate-limits.js';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;

interface LoginAttempt {
  /** The password was right: the attempt counts against nobody, and what went wrong before it is forgotten. */
  succeeded(): Promise<void>;
  /** It was no attempt: it counts against nobody, and nothing is forgotten. */
  withdraw(): Promise<void>;
}

type BeginLogin = (options: {
  name: string;
  address: string;
  /** The person has logged in from there before. */
  isKnownAddress: boolean;
}) => Promise<LoginAttempt>;

/**
 * Slows down who guesses passwords, and nobody else. Wrong ones count for a name together with the address they come
 * from, and each further one waits twice as long; so nobody can shut a person out from elsewhere. An address has a limit
 * over all names, and a name one over all addresses that are new to it: who guesses from many places is stopped, while
 * the person comes in from where they always did.
 *
 * An attempt is counted before the password is looked at, or many sent at once would all be let through.
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
        // Turned away without a look at the password: no guess.
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

/** After the given number of attempts over the free ones. */
function waitSeconds(over: number): number {
  return Math.min(2 ** Math.min(over, 20), QUARTER_HOUR);
}
