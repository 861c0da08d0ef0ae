import { HttpError } from './http-error.js';

export class Unauthenticated extends HttpError {
  readonly code: string;
  readonly status = 401;
  readonly title = 'Not logged in';

  constructor(message = 'Log in, or send an API key as a bearer token.', code = 'unauthenticated') {
    super(message);
    this.code = code;
  }
}
