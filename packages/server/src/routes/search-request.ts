import type { z } from '@hono/zod-openapi';
import type { JsonValue } from '@ibid/core';
import { readCondition } from '@ibid/retrieval/internal';
import type { MetadataCondition, SearchRequest } from '@ibid/retrieval/internal';
import type { SearchSchema } from '../api/schemas/index.js';

/** Leaves out absent fields: an absent filter differs from an empty one. */
export function toSearchRequest(asked: z.infer<typeof SearchSchema>): Omit<SearchRequest, 'viewer'> {
  const { query, mode, topK, knowledgeBaseIds, neighbours, rerank, exact, preferNewer, filter } = asked;
  return {
    query,
    mode,
    topK,
    ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
    ...(neighbours === undefined ? {} : { neighbours }),
    ...(rerank === undefined ? {} : { rerank }),
    ...(exact === undefined ? {} : { exact }),
    ...(preferNewer === undefined ? {} : { preferNewer }),
    ...(filter
      ? {
          filter: {
            ...(filter.itemIds ? { itemIds: filter.itemIds } : {}),
            ...(filter.itemName ? { itemName: filter.itemName } : {}),
            ...(filter.externalIds ? { externalIds: filter.externalIds } : {}),
            ...(filter.metadata ? { metadata: filter.metadata as Record<string, JsonValue> } : {}),
            ...(filter.date ? { date: filter.date } : {}),
            ...(filter.where ? { where: filter.where.flatMap(toCondition) } : {}),
          },
        }
      : {}),
  };
}

function toCondition(asked: string | object): MetadataCondition[] {
  const read = typeof asked === 'string' ? readCondition(asked) : (asked as MetadataCondition);
  return read ? [read] : [];
}
