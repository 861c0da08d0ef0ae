import { IbidError } from '@ibid/core';

/**
 * A folder or a model of a hub that cannot be used for search; the message says what is missing.
 *
 * ```ts
 * import { UnusableModel } from '@ibid/retrieval';
 *
 * const advise = (error: unknown) => (error instanceof UnusableModel ? error.message : 'unexpected');
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class UnusableModel extends IbidError {
  readonly code = 'unusable_model';
}
