import { IbidError } from '@ibid/core';

/** An error that a client caused or can act on, answered as problem details (RFC 9457). */
export abstract class HttpError extends IbidError {
  abstract readonly status: number;
  /** Short, and the same for every error of the kind. */
  abstract readonly title: string;
  /** Additional response headers. */
  readonly headers: Record<string, string> = {};
}

export class Conflict extends HttpError {
  readonly code: string;
  readonly status = 409;
  readonly title = 'Conflict';

  constructor(message = 'This is not possible in the present state.', code = 'conflict') {
    super(message);
    this.code = code;
  }
}

export class DiskFull extends HttpError {
  readonly code: string;
  readonly status = 507;
  readonly title = 'No space left';

  constructor(message = 'The disk of the server is full. Nothing was changed.', code = 'disk_full') {
    super(message);
    this.code = code;
  }
}

export class Forbidden extends HttpError {
  readonly code: string;
  readonly status = 403;
  readonly title = 'Not allowed';

  constructor(message = 'You do not have the rights for this.', code = 'forbidden') {
    super(message);
    this.code = code;
  }
}

export class InvalidRequest extends HttpError {
  readonly code: string;
  readonly status = 400;
  readonly title = 'Invalid request';
  /** The part of the request it concerns; null: all of it. */
  readonly param: string | null;
  /** Every part that is not valid, if the request does not have the form that the route describes. */
  readonly fields: readonly { field: string; message: string }[];

  constructor(
    message = 'The request is not valid.',
    code = 'invalid_request',
    param: string | null = null,
    fields: readonly { field: string; message: string }[] = [],
  ) {
    super(message);
    this.code = code;
    this.param = param;
    this.fields = fields;
  }
}

export class LocalModeNeedsLoopback extends IbidError {
  readonly code = 'local_mode_needs_loopback';

  constructor(host: string) {
    super(
      `Without --login the server listens only on this machine, not on ${host}. ` +
        'Start it with --login to let others in, or leave the host out.',
    );
  }
}

export class NotFound extends HttpError {
  readonly code: string;
  readonly status = 404;
  readonly title = 'Not found';

  constructor(message = 'There is nothing here, or you do not have access to it.', code = 'not_found') {
    super(message);
    this.code = code;
  }
}

export class TooLarge extends HttpError {
  readonly code: string;
  readonly status = 413;
  readonly title = 'Too large';

  constructor(message = 'The request is too large.', code = 'too_large') {
    super(message);
    this.code = code;
  }
}

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

export class Unauthenticated extends HttpError {
  readonly code: string;
  readonly status = 401;
  readonly title = 'Not logged in';

  constructor(message = 'Log in, or send an API key as a bearer token.', code = 'unauthenticated') {
    super(message);
    this.code = code;
  }
}

export class Unavailable extends HttpError {
  readonly code: string;
  readonly status = 503;
  readonly title = 'Not available';

  constructor(message = 'The server cannot do this right now. Try again shortly.', code = 'unavailable') {
    super(message);
    this.code = code;
  }
}

export class Unprocessable extends HttpError {
  readonly code: string;
  readonly status = 422;
  readonly title = 'Cannot be done';

  constructor(message = 'The request is well formed, but cannot be carried out.', code = 'unprocessable') {
    super(message);
    this.code = code;
  }
}

/** API-4: unsupported parameters are rejected, never ignored. */
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

/** The model's provider failed; the message may be shown to users. */
export class UpstreamFailed extends HttpError {
  readonly code: string;
  readonly status = 502;
  readonly title = 'The model failed';

  constructor(failure: { code: string; message: string }) {
    super(failure.message);
    this.code = failure.code;
  }
}
