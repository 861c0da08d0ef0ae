import { HttpError } from '../errors/index.js';

/** Whoever can reach the server may read this: the file holds what an administrator wrote, the message no value of it. */
export class InvalidSettingsFile extends HttpError {
  readonly code = 'invalid_settings_file';
  readonly status = 503;
  readonly title = 'Settings cannot be read';

  constructor(path: string, reason: string) {
    super(`The settings file ${path} cannot be used: ${reason}. Correct it, or delete it.`);
  }
}
