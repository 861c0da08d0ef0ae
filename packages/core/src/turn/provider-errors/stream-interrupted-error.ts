import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/**
 * The stream ended without saying that it was complete.
 *
 * ```ts
 * import { StreamInterruptedError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof StreamInterruptedError ? 'The stream broke off; what came is kept.' : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class StreamInterruptedError extends ProviderError {
  readonly code = 'stream-interrupted';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The connection to the model "${details.modelId}" broke in the middle of the answer. What had arrived is kept; try again for the rest.`,
      details,
    );
  }
}
