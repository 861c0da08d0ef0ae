import { IbidError } from '@ibid/core';

/** The database file is not what was last written to it. */
export class DatabaseDamaged extends IbidError {
  readonly code = 'database_damaged';

  readonly path: string;

  constructor(path: string, what: string) {
    super(
      `${path} ${what}. Nothing was changed. Put a copy of it back in its place, with its -wal file where there is one; ` +
        'to begin anew without what was in it, move the whole data folder away.',
    );
    this.path = path;
  }
}
