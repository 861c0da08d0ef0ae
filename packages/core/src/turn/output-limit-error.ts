import { IbidError } from '../errors/ibid-error.js';

/**
 * All tokens reserved for the output were used before any of the answer was written.
 *
 * ```ts
 * import { OutputLimitError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof OutputLimitError ? 'Allow the model a longer answer.' : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class OutputLimitError extends IbidError {
  readonly code = 'output-limit';
  readonly retryable = true;

  constructor(modelId: string) {
    super(
      `The model "${modelId}" used up its output limit before it wrote an answer. Raise the reserved output, or lower the reasoning effort.`,
    );
  }
}
