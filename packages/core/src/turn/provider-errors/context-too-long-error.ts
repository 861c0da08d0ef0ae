import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/**
 * The provider counted more tokens than its window holds.
 *
 * ```ts
 * import { ContextTooLongError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof ContextTooLongError ? 'The window is smaller than its profile says.' : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class ContextTooLongError extends ProviderError {
  readonly code = 'context-too-long';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The conversation is too long for the model "${details.modelId}". Start a new conversation, attach less, or choose a model with a larger window.`,
      details,
    );
  }
}
