import { HttpError } from './http-error.js';

export class DiskFull extends HttpError {
  readonly code: string;
  readonly status = 507;
  readonly title = 'No space left';

  constructor(message = 'The disk of the server is full. Nothing was changed.', code = 'disk_full') {
    super(message);
    this.code = code;
  }
}
