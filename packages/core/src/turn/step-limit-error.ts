import { IbidError } from '../errors/ibid-error.js';

/** The model went on calling tools when it was told to answer. */
export class StepLimitError extends IbidError {
  readonly code = 'step-limit';
  readonly retryable = true;

  constructor(maxSteps: number) {
    super(
      `The model did not come to an answer within ${maxSteps} steps. Ask something narrower, or raise the limit.`,
    );
  }
}
