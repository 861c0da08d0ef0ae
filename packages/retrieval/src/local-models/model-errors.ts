import { IbidError } from '@ibid/core';

/** A model could not be fetched from its hub. What arrived is kept, and the next attempt resumes from there. */
export class ModelNotFetched extends IbidError {
  readonly code = 'model_not_fetched';
  /** False: the same request would fail again. */
  readonly canRetry: boolean;

  constructor(message: string, options: { canRetry: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.canRetry = options.canRetry;
  }
}

/** A folder or hub model that cannot be used for search. The message says what is missing. */
export class UnusableModel extends IbidError {
  readonly code = 'unusable_model';
}
