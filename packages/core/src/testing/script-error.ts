import { IbidError } from '../errors/ibid-error.js';

/**
 * The test and the engine disagree about how often the model is asked.
 *
 * ```ts
 * import { ScriptError } from '@ibid/core/testing';
 *
 * function advise(error: unknown) {
 *   return error instanceof ScriptError ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class ScriptError extends IbidError {
  readonly code = 'script';
}
