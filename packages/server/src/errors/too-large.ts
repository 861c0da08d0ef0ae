import { HttpError } from './http-error.js';

export class TooLarge extends HttpError {
  readonly code: string;
  readonly status = 413;
  readonly title = 'Too large';

  constructor(message = 'The request is over the size limit.', code = 'too_large') {
    super(message);
    this.code = code;
  }
}
