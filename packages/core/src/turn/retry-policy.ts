/** Provider calls are retried only before their first token. */
export interface RetryPolicy {
  /** Total number of calls, including the first. */
  maxAttempts: number;
  initialDelayMilliseconds: number;
  /** The delay grows by this factor with each attempt. */
  factor: number;
  maxDelayMilliseconds: number;
  /** If the provider asks to wait longer than this, the user gets an error instead of waiting. */
  maxRetryAfterMilliseconds: number;
}

/**
 * How often and after which delays a provider call is retried, before its first token.
 *
 * ```ts
 * import { defaultRetryPolicy } from '@ibid/core';
 *
 * const retry = { ...defaultRetryPolicy, maxAttempts: 1 };
 * console.log(retry);
 * ```
 */
export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 3,
  initialDelayMilliseconds: 500,
  factor: 3,
  maxDelayMilliseconds: 10_000,
  maxRetryAfterMilliseconds: 60_000,
};

/** Delay before the next attempt; null if there is none. `attempt` counts the calls made so far, from 1. */
export function retryDelay(options: {
  policy: RetryPolicy;
  attempt: number;
  retryAfterMilliseconds: number | null;
}): number | null {
  const { policy, attempt, retryAfterMilliseconds } = options;
  if (attempt >= policy.maxAttempts) return null;
  if (retryAfterMilliseconds !== null) {
    return retryAfterMilliseconds <= policy.maxRetryAfterMilliseconds ? retryAfterMilliseconds : null;
  }
  return Math.min(
    policy.maxDelayMilliseconds,
    policy.initialDelayMilliseconds * policy.factor ** (attempt - 1),
  );
}
