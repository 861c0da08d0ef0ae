import { HttpError } from './http-error.js';

export class Gone extends HttpError {
  readonly code: string;
  readonly status = 410;
  readonly title = 'No longer there';

  constructor(message = 'This is no longer kept.', code = 'gone') {
    super(message);
    this.code = code;
  }
}
