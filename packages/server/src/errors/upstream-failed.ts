import { HttpError } from './http-error.js';

/** The model's provider failed; the message is the one that a person may see. */
export class UpstreamFailed extends HttpError {
  readonly code: string;
  readonly status = 502;
  readonly title = 'The model failed';

  constructor(failure: { code: string; message: string }) {
    super(failure.message);
    this.code = failure.code;
  }
}
