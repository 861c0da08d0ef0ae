import { IbidError } from '@ibid/core';

/**
 * Search goes on in the order it had.
 *
 * ```ts
 * import { RerankingFailed } from '@ibid/retrieval';
 *
 * function advise(error: unknown) {
 *   return error instanceof RerankingFailed ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class RerankingFailed extends IbidError {
  readonly code = 'reranking_failed';
  readonly provider: string;

  constructor(provider: string, got: string) {
    super(`The reranking model of "${provider}" gave ${got}. Check its address, key and model.`);
    this.provider = provider;
  }
}
