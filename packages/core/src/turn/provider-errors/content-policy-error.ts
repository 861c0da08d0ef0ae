import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/**
 * A filter of the provider stopped the request or the answer.
 *
 * ```ts
 * import { ContentPolicyError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof ContentPolicyError ? 'The provider refused the content.' : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class ContentPolicyError extends ProviderError {
  readonly code = 'content-policy';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider of the model "${details.modelId}" refused this content under its policy. Rephrase the question or choose another model.`,
      details,
    );
  }
}
