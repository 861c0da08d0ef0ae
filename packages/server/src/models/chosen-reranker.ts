import type { Reranker } from '@ibid/retrieval';
import type { Services } from '../services.js';

/** The reranker of the settings; a wrong setting is logged and leaves search as it is without one. */
export async function chosenReranker(services: Pick<Services, 'models' | 'log'>): Promise<Reranker | null> {
  try {
    return await services.models.reranker();
  } catch (error) {
    services.log.warn({ reason: (error as Error).message }, 'no reranking');
    return null;
  }
}
