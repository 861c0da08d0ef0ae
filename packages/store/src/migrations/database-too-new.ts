import { IbidError } from '@ibid/core';

export class DatabaseTooNew extends IbidError {
  readonly code = 'database_too_new';
  readonly unknownMigrations: readonly string[];

  constructor(unknownMigrations: readonly string[]) {
    super(
      `The database was written by a newer version of Ibid (it has ${unknownMigrations.join(', ')}). ` +
        'Start that version, or open another data folder.',
    );
    this.unknownMigrations = unknownMigrations;
  }
}
