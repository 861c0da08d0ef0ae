import { HttpError } from './http-error.js';

export class InvalidRequest extends HttpError {
  readonly code: string;
  readonly status = 400;
  readonly title = 'Invalid request';

  constructor(message = 'The request is not valid.', code = 'invalid_request') {
    super(message);
    this.code = code;
  }
}
