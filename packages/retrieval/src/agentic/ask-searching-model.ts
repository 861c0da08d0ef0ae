import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { ProviderTimeOutError, retriedCall, type TurnClock } from '@ibid/core/internal';

/**
 * Calls the searching model for one step. It retries after a transient failure and gives up at the deadline, even if
 * the provider ignores the abort signal. This leaves time for a plain search.
 */
export async function askSearchingModel(options: {
  model: LanguageModelV4;
  callOptions: LanguageModelV4CallOptions;
  clock: TurnClock;
  /** A time on `clock`. */
  deadline: number;
  signal: AbortSignal;
  onRetry: (words: string) => void;
}): Promise<LanguageModelV4GenerateResult> {
  const { model, clock, signal, deadline } = options;
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  let cancel = (): void => {};
  const tooLate = new Promise<never>((_, reject) => {
    cancel = clock.after(Math.max(0, deadline - clock.now()), () => {
      late.abort();
      reject(new ProviderTimeOutError({ provider: model.provider, modelId: model.modelId }));
    });
  });
  try {
    const answered = retriedCall({
      model,
      clock,
      signal: either,
      call: () => model.doGenerate({ ...options.callOptions, abortSignal: either }),
      onRetry: (error, attempt) => options.onRetry(`${error.message} Trying again (attempt ${attempt}).`),
    });
    return await Promise.race([answered, tooLate]);
  } finally {
    cancel();
  }
}
