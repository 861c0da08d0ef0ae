import { IbidError } from '@ibid/core';

export type EmbedderProblem = 'weights-missing' | 'weights-changed' | 'runtime-missing' | 'service';

/** Semantic search cannot run; keyword search goes on without it. */
export class EmbedderUnavailable extends IbidError {
  readonly code = 'embedder_unavailable';
  readonly problem: EmbedderProblem;

  constructor(options: { problem: EmbedderProblem; message: string; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.problem = options.problem;
  }
}
