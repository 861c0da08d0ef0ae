import { IbidError } from '../errors/ibid-error.js';
import type { TurnFailure } from './turn-result.js';

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
