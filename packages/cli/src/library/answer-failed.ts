import type { TurnFailure } from '@ibid/core/internal';
import { IbidError } from '@ibid/core';
import type { LibraryAnswer } from './library-conversation.js';

/**
 * Thrown if the model fails before the answer is complete. `answer` holds what there is of it, and the conversation can
 * continue. `message` is for people; `cause` is the error of the provider as it was thrown, which may contain secrets.
 *
 * ```ts
 * import { AnswerFailed, type Library } from 'ibid';
 *
 * async function tryTo(library: Library, question: string): Promise<string> {
 *   try {
 *     return (await library.ask(question)).text;
 *   } catch (error) {
 *     if (error instanceof AnswerFailed) return `${error.answer.text} … (${error.message})`;
 *     throw error;
 *   }
 * }
 * console.log(typeof tryTo);
 * ```
 */
export class AnswerFailed extends IbidError {
  readonly code: string;
  readonly retryable: boolean;
  readonly answer: LibraryAnswer;

  constructor(answer: LibraryAnswer, failure: TurnFailure, cause?: unknown) {
    super(failure.message, cause === undefined ? undefined : { cause });
    this.code = failure.code;
    this.retryable = failure.retryable;
    this.answer = answer;
  }
}
