import type { z } from '@hono/zod-openapi';
import type { JsonValue } from '@ibid/core';
import type { SearchRequest } from '@ibid/retrieval';
import type { SearchSchema } from '../api/schemas/index.js';

/** Leaves out what was not asked for: an absent filter and an empty one are different things. */
export function toSearchRequest(asked: z.infer<typeof SearchSchema>): Omit<SearchRequest, 'viewer'> {
  const { query, mode, topK, knowledgeBaseIds, neighbours, rerank, exact, filter } = asked;
  return {
    query,
    mode,
    topK,
    ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
    ...(neighbours === undefined ? {} : { neighbours }),
    ...(rerank === undefined ? {} : { rerank }),
    ...(exact === undefined ? {} : { exact }),
    ...(filter
      ? {
          filter: {
            ...(filter.itemIds ? { itemIds: filter.itemIds } : {}),
            ...(filter.itemName ? { itemName: filter.itemName } : {}),
            ...(filter.externalIds ? { externalIds: filter.externalIds } : {}),
            ...(filter.metadata ? { metadata: filter.metadata as Record<string, JsonValue> } : {}),
          },
        }
      : {}),
  };
}
