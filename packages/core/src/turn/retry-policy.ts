/** Provider calls are retried only before their first token. */
export interface RetryPolicy {
  /** Calls in all, the first one included. */
  maxAttempts: number;
  initialDelayMilliseconds: number;
  /** The delay grows by this factor from attempt to attempt. */
  factor: number;
  maxDelayMilliseconds: number;
  /** When the provider asks to wait longer than this, the person is told instead of kept waiting. */
  maxRetryAfterMilliseconds: number;
}

/**
 * How often and after which pauses a provider is asked again, before its first token.
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

/** What to wait before the next attempt; null when there is none. `attempt` counts the calls made so far, from 1. */
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
