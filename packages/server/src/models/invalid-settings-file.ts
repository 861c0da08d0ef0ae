import { IbidError } from '@ibid/core';

export class InvalidSettingsFile extends IbidError {
  readonly code = 'invalid_settings_file';

  constructor(path: string, reason: string) {
    super(`The settings file ${path} cannot be used: ${reason}. Correct it, or delete it.`);
  }
}
