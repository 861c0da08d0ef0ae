import { openAiSdkEmbedder, openLocalEmbedder } from '@ibid/retrieval';
import type { Embedder } from '@ibid/retrieval';
import type { Services } from '../services.js';

/**
 * MOD-1: the embedding model of the settings, or the local one. Semantic search is a help, not a need: where it cannot
 * be opened, keyword search goes on.
 */
export async function openChosenEmbedder(
  services: Pick<Services, 'models' | 'log' | 'options'>,
): Promise<Embedder | null> {
  if (services.options.embedder === 'none') return null;
  try {
    const model = await services.models.embeddingModel();
    return model ? await openAiSdkEmbedder({ model }) : await openLocalEmbedder();
  } catch (error) {
    services.log.warn({ reason: (error as Error).message }, 'semantic search is not available');
    return null;
  }
}
