import { HttpError } from './http-error.js';

export class TooManyRequests extends HttpError {
  readonly code = 'too_many_requests';
  readonly status = 429;
  readonly title = 'Too many requests';
  override readonly headers: Record<string, string>;

  constructor(waitSeconds: number) {
    super(`Too many requests. Try again in ${waitSeconds} seconds.`);
    this.headers = { 'retry-after': String(waitSeconds) };
  }
}
