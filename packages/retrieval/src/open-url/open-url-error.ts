import { IbidError } from '@ibid/core';

/**
 * Why an address was not opened.
 *
 * ```ts
 * import type { OpenUrlProblem } from '@ibid/retrieval';
 *
 * const isForbidden = (problem: OpenUrlProblem) => problem === 'address_not_allowed';
 * ```
 */
export type OpenUrlProblem =
  | 'not_an_address'
  | 'address_not_allowed'
  | 'unreachable'
  | 'status'
  | 'too_many_redirects'
  | 'type_not_allowed'
  | 'too_large'
  | 'time_limit';

/**
 * An address that was not opened. The message is for the model and for people; it names no inner address.
 *
 * ```ts
 * import { OpenUrlError } from '@ibid/retrieval';
 *
 * function advise(error: unknown) {
 *   return error instanceof OpenUrlError ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class OpenUrlError extends IbidError {
  readonly code = 'open_url_failed';
  readonly problem: OpenUrlProblem;

  constructor(problem: OpenUrlProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}
