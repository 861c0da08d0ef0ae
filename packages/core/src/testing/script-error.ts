import { IbidError } from '../errors/ibid-error.js';

/** The test and the engine disagree about how often the model is asked. */
export class ScriptError extends IbidError {
  readonly code = 'script';
}
