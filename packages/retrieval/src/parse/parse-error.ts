import { IbidError } from '@ibid/core/internal/errors';

/** Why a file could not be read. */
export type ParseFailure =
  | 'empty'
  | 'no_text'
  | 'damaged'
  | 'encrypted'
  | 'unsupported'
  | 'too_large'
  | 'unpacks_too_large'
  | 'time_limit'
  | 'memory_limit'
  | 'unreadable';

/**
 * A file could not be read. Other files are not affected. `code` is for programs, the message for people.
 *
 * ```ts
 * import { ParseError } from '@ibid/retrieval';
 *
 * function advise(error: unknown) {
 *   return error instanceof ParseError ? error.code : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class ParseError extends IbidError {
  readonly code: ParseFailure;

  constructor(code: ParseFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
