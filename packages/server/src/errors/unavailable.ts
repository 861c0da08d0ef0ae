import { HttpError } from './http-error.js';

export class Unavailable extends HttpError {
  readonly code: string;
  readonly status = 503;
  readonly title = 'Not available';

  constructor(message = 'The server cannot do this right now. Try again shortly.', code = 'unavailable') {
    super(message);
    this.code = code;
  }
}
