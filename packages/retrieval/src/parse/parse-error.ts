import { IbidError } from '@ibid/core/internal/errors';

/** Why a file could not be read. */
export type ParseFailure =
  | 'empty'
  | 'no-text'
  | 'damaged'
  | 'encrypted'
  | 'unsupported'
  | 'too-large'
  | 'unpacks-too-large'
  | 'time-limit'
  | 'memory-limit'
  | 'unreadable';

/**
 * A file that could not be read. It fails alone; `code` says how, the message says it to a person.
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
