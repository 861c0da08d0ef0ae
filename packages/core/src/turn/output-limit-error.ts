import { IbidError } from '../errors/ibid-error.js';

/** All tokens reserved for the output were used before any of the answer was written. */
export class OutputLimitError extends IbidError {
  readonly code = 'output-limit';
  readonly retryable = true;

  constructor(modelId: string) {
    super(
      `The model "${modelId}" used up its output limit before it wrote an answer. Raise the reserved output, or lower the reasoning effort.`,
    );
  }
}
