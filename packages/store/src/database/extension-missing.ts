import { IbidError } from '@ibid/core';

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
