import type { EmbedTexts } from '@ibid/core/internal';
import type { Services } from '../services.js';

/**
 * Vectors for the second look at unsupported claims (CIT-5), ahead of documents that wait for theirs; none: no look. A
 * claim states what its passage states, so neither is a question.
 */
export function claimEmbedder(services: Pick<Services, 'embedder'>): EmbedTexts {
  return async (texts) => {
    const embedder = await services.embedder;
    return embedder ? embedder.embed(texts, 'document', { isUrgent: true }) : [];
  };
}
