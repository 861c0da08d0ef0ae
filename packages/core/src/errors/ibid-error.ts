/**
 * Base class of every error that Ibid throws on purpose. `code` is stable; the message tells the reader what to do.
 *
 * ```ts
 * import { IbidError } from '@ibid/core';
 *
 * function codeOf(error: unknown) {
 *   return error instanceof IbidError ? error.code : 'unknown';
 * }
 * console.log(codeOf(new Error('not ours'))); // 'unknown'
 * ```
 */
export abstract class IbidError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}
