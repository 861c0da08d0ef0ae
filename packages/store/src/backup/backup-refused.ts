import { IbidError } from '@ibid/core/internal/errors';

/** A backup that cannot be used: truncated, changed, of another kind, or with the wrong passphrase. */
export class BackupRefused extends IbidError {
  readonly code = 'backup_refused';
}
