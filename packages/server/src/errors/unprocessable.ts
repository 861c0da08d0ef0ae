import { HttpError } from './http-error.js';

export class Unprocessable extends HttpError {
  readonly code: string;
  readonly status = 422;
  readonly title = 'Cannot be done';

  constructor(message = 'The request is well formed, but it cannot be done.', code = 'unprocessable') {
    super(message);
    this.code = code;
  }
}
