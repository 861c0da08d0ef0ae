import { IbidError } from '@ibid/core';

/** Moving writes into empty databases only, so that nothing is mixed or overwritten. */
export class TargetNotEmpty extends IbidError {
  readonly code = 'target_not_empty';

  constructor(table: string) {
    super(
      `The database to move into has rows in "${table}" already. Move into an empty one, so that nothing of it is mixed up.`,
    );
  }
}
