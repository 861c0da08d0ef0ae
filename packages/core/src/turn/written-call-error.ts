import { IbidError } from '../errors/ibid-error.js';

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
