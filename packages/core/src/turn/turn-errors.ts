import { IbidError } from '../errors/ibid-error.js';
import type { TurnFailure } from './turn-result.js';

/** Twice in one turn the model gave neither text nor a call. */
export class EmptyResponseError extends IbidError {
  readonly code = 'empty-response';
  readonly retryable = true;

  constructor(modelId: string) {
    super(`The model "${modelId}" returned an empty answer twice. Try again, or choose another model.`);
  }
}

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

/** The caller forces a tool that it does not offer. */
export class UnknownForcedToolError extends IbidError {
  readonly code = 'unknown-forced-tool';
  readonly retryable = false;

  constructor(toolName: string) {
    super(
      `The tool "${toolName}" was to be used but is not available in this conversation. Choose another one.`,
    );
  }
}

/** The model keeps writing its calls as text; one such call was carried out already. */
export class WrittenCallError extends IbidError {
  readonly code = 'tool-call-as-text';
  readonly retryable = false;

  constructor(modelId: string) {
    super(
      `The model "${modelId}" writes its tool calls as text instead of making them. Choose a model (or a chat template of your model server) that supports tool calling.`,
    );
  }
}

/**
 * Thrown at lower layers that want to begin something new after the turn has ended. It unwinds them; nobody outside
 * the turn ever sees it.
 */
export class TurnEndedError extends IbidError {
  readonly code = 'turn-ended';

  constructor() {
    super('The turn has ended; what is still running below it is no longer listened to.');
  }
}

/** An error as the person is told it. Errors that are not ours may hold anything, so their words stay inside. */
export function turnFailure(error: unknown): TurnFailure {
  if (error instanceof IbidError) {
    const retryable = 'retryable' in error && error.retryable === true;
    return { code: error.code, message: error.message, retryable };
  }
  return {
    code: 'internal',
    message: 'The turn failed because of a fault in Ibid. What was said is kept; try again.',
    retryable: true,
  };
}
