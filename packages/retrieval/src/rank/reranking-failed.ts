import { IbidError } from '@ibid/core';

/** Search goes on in the order it had. */
export class RerankingFailed extends IbidError {
  readonly code = 'reranking_failed';
  readonly provider: string;

  constructor(provider: string, got: string) {
    super(`The reranking model of "${provider}" gave ${got}. Check its address, key and model.`);
    this.provider = provider;
  }
}
