import { IbidError } from '../errors/ibid-error.js';

/** Twice in one turn the model gave neither text nor a call. */
export class EmptyResponseError extends IbidError {
  readonly code = 'empty-response';
  readonly retryable = true;

  constructor(modelId: string) {
    super(`The model "${modelId}" returned an empty answer twice. Try again, or choose another model.`);
  }
}
