import { IbidError } from '@ibid/core';

/** The server refused a request; `message` is its own explanation. */
export class RequestFailed extends IbidError {
  readonly code: string;
  readonly status: number;

  constructor(options: { status: number; code: string; message: string }) {
    super(options.message);
    this.status = options.status;
    this.code = options.code;
  }
}
