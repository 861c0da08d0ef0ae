import { IbidError } from '@ibid/core';

/**
 * A backup that cannot be used: truncated, changed, of another kind, or with the wrong passphrase.
 *
 * ```ts
 * import { BackupRefused } from '@ibid/store';
 *
 * function advise(error: unknown) {
 *   return error instanceof BackupRefused ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class BackupRefused extends IbidError {
  readonly code = 'backup_refused';
}
