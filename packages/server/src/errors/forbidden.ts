import { HttpError } from './http-error.js';

export class Forbidden extends HttpError {
  readonly code: string;
  readonly status = 403;
  readonly title = 'Not allowed';

  constructor(message = 'This needs more rights than you have here.', code = 'forbidden') {
    super(message);
    this.code = code;
  }
}
