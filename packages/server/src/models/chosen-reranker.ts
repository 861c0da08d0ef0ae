import type { Reranker } from '@ibid/retrieval';
import type { Services } from '../services.js';
import { localChoice } from './search-models/local-choice.js';

/** The configured reranker. An invalid setting is logged, and search runs without one. */
export async function chosenReranker(
  services: Pick<Services, 'models' | 'searchModels' | 'log'>,
): Promise<Reranker | null> {
  try {
    if (localChoice(await services.models.chosenFor('reranking')))
      return await services.searchModels.localReranker();
    return await services.models.reranker();
  } catch (error) {
    services.log.warn({ reason: (error as Error).message }, 'no reranking');
    return null;
  }
}
