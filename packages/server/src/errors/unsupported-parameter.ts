import { HttpError } from './http-error.js';

/** API-4: what is not honoured is refused, never dropped. */
export class UnsupportedParameter extends HttpError {
  readonly code = 'unsupported_parameter';
  readonly status = 400;
  readonly title = 'Unsupported parameter';
  readonly param: string;

  constructor(param: string, reason: string) {
    super(`"${param}" ${reason}`);
    this.param = param;
  }
}
