import { IbidError } from '@ibid/core';

/**
 * The database file is not what was last written to it.
 *
 * ```ts
 * import { DatabaseDamaged } from '@ibid/store';
 *
 * function advise(error: unknown) {
 *   return error instanceof DatabaseDamaged ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
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
