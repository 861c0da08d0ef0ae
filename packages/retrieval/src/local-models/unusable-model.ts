import { IbidError } from '@ibid/core';

/** A folder or a model of a hub that cannot be used for search; the message says what is missing. */
export class UnusableModel extends IbidError {
  readonly code = 'unusable_model';
}
