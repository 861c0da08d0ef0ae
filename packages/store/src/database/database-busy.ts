import { IbidError } from '@ibid/core';

/** Another process held the database for longer than was waited. */
export class DatabaseBusy extends IbidError {
  readonly code = 'database_busy';

  constructor(milliseconds: number, options?: { cause?: unknown }) {
    super(
      `Another process has held the database's write lock for ${Math.round(milliseconds / 1000)} seconds. ` +
        'Try again; if it stays so, look for a process that uses the same data folder.',
      options,
    );
  }
}
