import { IbidError } from '@ibid/core';

/**
 * - `away`: it does not answer, or says that it cannot now; tried again later, nothing is deleted.
 * - `refused`: the name, password or key is not accepted, or may not see it.
 * - `settings`: what was filled in cannot be right.
 * - `doubtful`: it answers, but most of what was there is missing; kept until a person says that it is meant.
 * - `too-large`, `gone`, `unreadable`: of one item; the others continue.
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
 * Why a source, or one item of it, could not be read. The message is for people and holds no secret.
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

/** What a connector threw, as something that people can be told. */
export function asProblem(error: unknown, otherwise: 'away' | 'unreadable'): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const message =
    error instanceof IbidError ? error.message : `It could not be read: ${(error as Error).message}`;
  return new ConnectorError(otherwise, message, { cause: error });
}
