import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** Not the protocol that was expected: a proxy page, damaged JSON, an unknown event. */
export class InvalidResponseError extends ProviderError {
  readonly code = 'invalid-response';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The model "${details.modelId}" sent an answer that cannot be read. Try again; if it stays, check that the address speaks the right protocol.`,
      details,
    );
  }
}
