import { IbidError } from '../../errors/ibid-error.js';

/** What is known about a provider's failure. */
export interface ProviderErrorDetails {
  /** As in the AI SDK, e.g. `openai.chat`. */
  provider: string;
  modelId: string;
  statusCode?: number;
  /** How long the provider asked to wait, if it said so. */
  retryAfterMilliseconds?: number;
  /** The provider's message, with everything that looks like a secret removed. */
  detail?: string;
  cause?: unknown;
}

/**
 * A failure on the provider's side. The message is written for the user and contains no secrets. `retryable` says
 * whether the same request may work later.
 *
 * ```ts
 * import { ProviderError } from '@ibid/core/internal';
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

/** The key is missing, wrong, or has no access to the model. */
export class AuthenticationError extends ProviderError {
  readonly code = 'authentication';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(`The provider refused the key for the model "${details.modelId}". Check the API key.`, details);
  }
}

/** The provider's content filter stopped the request or the answer. */
export class ContentPolicyError extends ProviderError {
  readonly code = 'content_policy';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider of the model "${details.modelId}" refused this content under its policy. Rephrase the question or choose another model.`,
      details,
    );
  }
}

/** The provider rejected the request itself as invalid. */
export class InvalidRequestError extends ProviderError {
  readonly code = 'invalid_request';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(`The provider did not accept the request for the model "${details.modelId}".`, details);
  }
}

/** Not the expected protocol: a proxy page, damaged JSON, an unknown event. */
export class InvalidResponseError extends ProviderError {
  readonly code = 'invalid_response';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The model "${details.modelId}" sent an answer that cannot be read. Try again; if it happens again, check that the server at this address uses the right protocol.`,
      details,
    );
  }
}

/** No data before the first token or in the middle of the stream. */
export class ProviderTimeOutError extends ProviderError {
  readonly code = 'time_out';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The model "${details.modelId}" sent nothing for too long. Try again, or raise the time limit.`,
      details,
    );
  }
}

/** No connection, or a 5xx response. */
export class ProviderUnavailableError extends ProviderError {
  readonly code = 'unavailable';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider of the model "${details.modelId}" cannot be reached or has an internal problem${details.statusCode ? ` (status ${details.statusCode})` : ''}. Check its address, or try again later.`,
      details,
    );
  }
}

/** Waiting does not help: the account must be paid or its limit raised. */
export class QuotaError extends ProviderError {
  readonly code = 'quota';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The account at the provider of the model "${details.modelId}" has no credit left. Check billing there, or choose another model.`,
      details,
    );
  }
}

/** Too many requests or tokens for now. */
export class RateLimitError extends ProviderError {
  readonly code = 'rate_limit';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider is not accepting more requests for the model "${details.modelId}" right now${waitHint(details)}. Try again later.`,
      details,
    );
  }
}

function waitHint({ retryAfterMilliseconds }: ProviderErrorDetails): string {
  if (!retryAfterMilliseconds) return '';
  return ` and asks to wait ${Math.ceil(retryAfterMilliseconds / 1000)} s`;
}

/** The stream ended without a finish part. */
export class StreamInterruptedError extends ProviderError {
  readonly code = 'stream_interrupted';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The connection to the model "${details.modelId}" broke in the middle of the answer. What had arrived is kept. Trying again writes a new answer; to continue from here, ask it to go on.`,
      details,
    );
  }
}

/** The name is wrong, or the account has no access to the model. */
export class UnknownModelError extends ProviderError {
  readonly code = 'unknown_model';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(`The provider does not know the model "${details.modelId}". Check the name.`, details);
  }
}

/** None of the other classes applies. */
export class UnknownProviderError extends ProviderError {
  readonly code = 'provider_failed';
  /** Unless the error itself says otherwise, as those of the AI SDK may. */
  readonly retryable: boolean;

  constructor(details: ProviderErrorDetails) {
    super(
      `The model "${details.modelId}" failed for an unknown reason. Try again, or choose another model.`,
      details,
    );
    const { cause } = details;
    this.retryable = !(cause instanceof Error && 'isRetryable' in cause && cause.isRetryable === false);
  }
}
