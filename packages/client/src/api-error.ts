/**
 * A failed request. `status` is the server's, or 0 without a response: then `code` is `unreachable` or `newer_server`.
 * `message` is for people; a server explains in it what went wrong and what to do next (RFC 9457).
 *
 * ```ts
 * import { ApiError, IbidClient } from '@ibid/client';
 *
 * const client = new IbidClient({ base: 'http://127.0.0.1:1' });
 * const failed = await client.request('GET /api/conversations', {}).catch((error: unknown) => error);
 * console.log(failed instanceof ApiError && failed.code); // 'unreachable'
 * ```
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;

  constructor(options: { code: string; status: number; message: string; cause?: unknown }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
  }
}
