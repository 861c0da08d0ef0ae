import { IbidError } from '../errors/ibid-error.js';
import type { TurnFailure } from './turn-result.js';

/** The model returned neither text nor a call, twice in one turn. */
export class EmptyResponseError extends IbidError {
  readonly code = 'empty_response';
  readonly retryable = true;

  constructor(modelId: string) {
    super(`The model "${modelId}" returned an empty answer twice. Try again, or choose another model.`);
  }
}

/** The output limit was used up before any of the answer was written. */
export class OutputLimitError extends IbidError {
  readonly code = 'output_limit';
  readonly retryable = true;

  constructor(modelId: string) {
    super(
      `The model "${modelId}" used up its output limit before it wrote an answer. Raise the reserved output, or lower the reasoning effort.`,
    );
  }
}

/** The model kept calling tools when it was told to answer. */
export class StepLimitError extends IbidError {
  readonly code = 'step_limit';
  readonly retryable = true;

  constructor(maxSteps: number) {
    super(
      `The model did not come to an answer within ${maxSteps} steps. Ask something narrower, or raise the limit.`,
    );
  }
}

/** The caller forced a tool that it does not offer. */
export class UnknownForcedToolError extends IbidError {
  readonly code = 'unknown_forced_tool';
  readonly retryable = false;

  constructor(toolName: string) {
    super(`The tool "${toolName}" is required but not available in this conversation. Choose another one.`);
  }
}

/** The model keeps writing its calls as text; one such call was already carried out. */
export class WrittenCallError extends IbidError {
  readonly code = 'tool_call_as_text';
  readonly retryable = false;

  constructor(modelId: string) {
    super(
      `The model "${modelId}" writes its tool calls as text instead of making them. Choose a model (or a chat template of your model server) that supports tool calling.`,
    );
  }
}

/**
 * Thrown in lower layers that start something new after the turn has ended. It unwinds them and never leaves the turn.
 */
export class TurnEndedError extends IbidError {
  readonly code = 'turn_ended';

  constructor() {
    super('The turn has ended; anything still running in it is ignored.');
  }
}

/** An error as shown to the user. Errors that are not ours may contain anything, so their messages are not shown. */
export function turnFailure(error: unknown): TurnFailure {
  if (error instanceof IbidError) {
    const retryable = 'retryable' in error && error.retryable === true;
    return { code: error.code, message: error.message, retryable };
  }
  return {
    code: 'internal',
    message: 'The turn failed because of an internal error in Ibid. What was written is kept; try again.',
    retryable: true,
  };
}
