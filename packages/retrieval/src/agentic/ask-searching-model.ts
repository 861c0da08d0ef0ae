import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { ProviderTimeOutError, retriedCall, type TurnClock } from '@ibid/core/internal';

/**
 * One step's call of the searching model: repeated after a passing failure, given up at the deadline whether the provider
 * listens or not, so that there is time left for a plain search.
 */
export async function askSearchingModel(options: {
  model: LanguageModelV4;
  callOptions: LanguageModelV4CallOptions;
  clock: TurnClock;
  /** By that clock. */
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
