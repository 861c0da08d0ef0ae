import { HttpError } from './http-error.js';

export class Conflict extends HttpError {
  readonly code: string;
  readonly status = 409;
  readonly title = 'Conflict';

  constructor(message = 'This does not fit the present state.', code = 'conflict') {
    super(message);
    this.code = code;
  }
}
