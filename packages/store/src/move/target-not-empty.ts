import { IbidError } from '@ibid/core';

export class TargetNotEmpty extends IbidError {
  readonly code = 'target_not_empty';

  constructor(table: string) {
    super(
      `The database to move into has rows in "${table}" already. Move into an empty one, so that nothing of it is mixed up.`,
    );
  }
}
