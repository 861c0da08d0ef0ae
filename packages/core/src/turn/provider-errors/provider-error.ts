import { IbidError } from '../../errors/ibid-error.js';

/** What is known of a failure at the provider's. */
export interface ProviderErrorDetails {
  /** Of the AI SDK, e.g. `openai.chat`. */
  provider: string;
  modelId: string;
  statusCode?: number;
  /** What the provider asked to wait, where it said so. */
  retryAfterMilliseconds?: number;
  /** The provider's own words, with everything that looks like a secret taken out. */
  detail?: string;
  cause?: unknown;
}

/**
 * What went wrong at the model's side. The message is for the person, in our own words and without secrets; `retryable`
 * says whether the same request may work later.
 *
 * ```ts
 * import { ProviderError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof ProviderError ? error.code : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export abstract class ProviderError extends IbidError {
  abstract readonly retryable: boolean;
  readonly provider: string;
  readonly modelId: string;
  readonly statusCode: number | null;
  readonly retryAfterMilliseconds: number | null;

  constructor(message: string, details: ProviderErrorDetails) {
    super(
      details.detail ? `${message} The provider said: ${details.detail}` : message,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.provider = details.provider;
    this.modelId = details.modelId;
    this.statusCode = details.statusCode ?? null;
    this.retryAfterMilliseconds = details.retryAfterMilliseconds ?? null;
  }
}
