import { IbidError } from '@ibid/core';

/** Why an address was not opened. */
export type OpenUrlProblem =
  | 'not_an_address'
  | 'address_not_allowed'
  | 'unreachable'
  | 'status'
  | 'too_many_redirects'
  | 'type_not_allowed'
  | 'too_large'
  | 'time_limit';

/** An address could not be opened. The message is for the model and for people, and names no internal address. */
export class OpenUrlError extends IbidError {
  readonly code = 'open_url_failed';
  readonly problem: OpenUrlProblem;

  constructor(problem: OpenUrlProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}
