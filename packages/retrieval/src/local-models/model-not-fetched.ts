import { IbidError } from '@ibid/core';

/**
 * A model could not be fetched from its hub. What arrived is kept, and the next try goes on from there.
 *
 * ```ts
 * import { ModelNotFetched } from '@ibid/retrieval';
 *
 * const again = (error: unknown) => error instanceof ModelNotFetched && error.canRetry;
 * console.log(again(new Error('other'))); // false
 * ```
 */
export class ModelNotFetched extends IbidError {
  readonly code = 'model_not_fetched';
  /** False: the same request will fail again. */
  readonly canRetry: boolean;

  constructor(message: string, options: { canRetry: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.canRetry = options.canRetry;
  }
}
