import { IbidError } from '@ibid/core';

/**
 * - `away`: it does not answer, or says that it cannot now. Ibid retries later and deletes nothing.
 * - `refused`: the name, password or key is not accepted or lacks access.
 * - `settings`: the settings cannot be right.
 * - `doubtful`: it answers, but most items are missing. They are kept until a person confirms the loss.
 * - `too-large`, `gone`, `unreadable`: concern one item; the others continue.
 */
export type ConnectorProblem =
  | 'away'
  | 'refused'
  | 'settings'
  | 'doubtful'
  | 'too-large'
  | 'gone'
  | 'unreadable';

/**
 * Why a source, or one of its items, could not be read. The message is for people and contains no secret.
 *
 * ```ts
 * import { ConnectorError } from '@ibid/retrieval';
 *
 * const error = new ConnectorError('away', 'The archive does not answer. Ibid tries again later.');
 * console.log(error.problem); // 'away'
 * ```
 */
export class ConnectorError extends IbidError {
  readonly code = 'source_failed';
  readonly problem: ConnectorProblem;

  constructor(problem: ConnectorProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}

/** Turns what a connector threw into an error that can be shown to people. */
export function asProblem(error: unknown, otherwise: 'away' | 'unreadable'): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const message =
    error instanceof IbidError ? error.message : `It could not be read: ${(error as Error).message}`;
  return new ConnectorError(otherwise, message, { cause: error });
}
