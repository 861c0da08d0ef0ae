import type { LanguageModelV4 } from '@ai-sdk/provider';
import { classifyProviderError, type ProviderError } from './provider-errors/index.js';
import { defaultRetryPolicy, retryDelay, type RetryPolicy } from './retry-policy.js';
import type { TurnClock } from './turn-clock.js';
import { wait } from './wait.js';

/**
 * A non-streaming model call, retried after a temporary failure like the steps of a turn. Fails with a ProviderError,
 * or with the reason of the signal.
 */
export async function retriedCall<Result>(options: {
  model: Pick<LanguageModelV4, 'provider' | 'modelId'>;
  call: () => PromiseLike<Result>;
  clock: TurnClock;
  signal: AbortSignal;
  retry?: RetryPolicy;
  onRetry?: (error: ProviderError, attempt: number) => void;
}): Promise<Result> {
  const { model, clock, signal, retry = defaultRetryPolicy } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await options.call();
    } catch (caught) {
      if (signal.aborted) throw caught;
      const { provider, modelId } = model;
      const error = classifyProviderError({
        error: caught,
        provider,
        modelId,
        now: clock.now(),
        afterFirstToken: false,
      });
      const { retryable, retryAfterMilliseconds } = error;
      const delay = retryable ? retryDelay({ policy: retry, attempt, retryAfterMilliseconds }) : null;
      if (delay === null) throw error;
      options.onRetry?.(error, attempt + 1);
      await wait({ clock, milliseconds: delay, signal });
    }
  }
}
