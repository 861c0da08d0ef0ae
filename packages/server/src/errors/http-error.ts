import { IbidError } from '@ibid/core';

/** An error that a client caused or can do something about; it is answered as problem details (RFC 9457). */
export abstract class HttpError extends IbidError {
  abstract readonly status: number;
  /** Short and the same for every error of the kind. */
  abstract readonly title: string;
  /** Additional headers of the answer. */
  readonly headers: Record<string, string> = {};
}
