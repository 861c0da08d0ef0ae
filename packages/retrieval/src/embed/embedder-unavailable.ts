import { IbidError } from '@ibid/core/internal/errors';

/** Why texts cannot be embedded; keyword search continues. */
export type EmbedderProblem =
  | 'weights-missing'
  | 'weights-changed'
  | 'runtime-missing'
  | 'unusable'
  | 'service';

/**
 * Semantic search cannot run; keyword search continues without it.
 *
 * ```ts
 * import { EmbedderUnavailable } from '@ibid/retrieval';
 *
 * function advise(error: unknown) {
 *   return error instanceof EmbedderUnavailable ? error.problem : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class EmbedderUnavailable extends IbidError {
  readonly code = 'embedder_unavailable';
  readonly problem: EmbedderProblem;

  constructor(options: { problem: EmbedderProblem; message: string; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.problem = options.problem;
  }
}
