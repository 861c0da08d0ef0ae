import { HttpError } from './http-error.js';

export class NotFound extends HttpError {
  readonly code: string;
  readonly status = 404;
  readonly title = 'Not found';

  constructor(message = 'There is nothing here, or it is not yours to see.', code = 'not_found') {
    super(message);
    this.code = code;
  }
}
