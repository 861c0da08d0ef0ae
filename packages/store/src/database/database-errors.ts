import { IbidError } from '@ibid/core';

/** Another process held the database for longer than the timeout. */
export class DatabaseBusy extends IbidError {
  readonly code = 'database_busy';

  constructor(milliseconds: number, options?: { cause?: unknown }) {
    super(
      `Another process has held the database's write lock for ${Math.round(milliseconds / 1000)} seconds. ` +
        'Try again; if it happens again, look for another process that uses the same data folder.',
      options,
    );
  }
}

/** The database file differs from what was last written to it. */
export class DatabaseDamaged extends IbidError {
  readonly code = 'database_damaged';

  readonly path: string;

  constructor(path: string, what: string) {
    super(
      `${path} ${what}. Nothing was changed. Restore a copy of it, with its -wal file if there is one. ` +
        'To start afresh without its content, move the whole data folder away.',
    );
    this.path = path;
  }
}

/** PostgreSQL lacks an extension that search needs. */
export class ExtensionMissing extends IbidError {
  readonly code = 'database_extension_missing';

  readonly extension: string;

  constructor(extension: string) {
    super(
      `This PostgreSQL server has no "${extension}" extension. Install it on the server ` +
        '(pgvector comes as postgresql-NN-pgvector on Debian) and start again.',
    );
    this.extension = extension;
  }
}
