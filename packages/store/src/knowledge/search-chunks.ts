import { analyseQuery, fuseRanks } from '@ibid/retrieval';
import type { Embedder, SearchHit, SearchRequest } from '@ibid/retrieval';
import type { JsonValue } from '@ibid/core';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { queryLanguages } from './base-languages.js';
import { itemScope } from './item-scope.js';
import { CHUNK_COLUMNS, toChunk } from './row-mapping.js';
import type { Candidate, SearchIndex } from './search-index.js';
import { withNeighbours } from './with-neighbours.js';

/** Candidates of each side: enough that fusion has both scores for everything that may come out on top. */
const MINIMUM_CANDIDATES = 100;

interface SearchOptions {
  db: Kysely<Database>;
  dialect: DialectName;
  index: SearchIndex;
  /** Null: there is none, or it is not needed. A semantic search then finds by keyword. */
  embedder: Embedder | null;
  request: SearchRequest;
}

/** KB-3: keyword, semantic or both, fused; ordered by relevance, never more than asked. */
export async function searchChunks(options: SearchOptions): Promise<SearchHit[]> {
  const { db, dialect, index, embedder, request } = options;
  if (request.topK <= 0 || !request.query.trim()) return [];
  const limit = Math.max(request.topK * 2, MINIMUM_CANDIDATES);
  const scope = {
    viewer: request.viewer,
    knowledgeBaseIds: request.knowledgeBaseIds,
    filter: request.filter,
  };
  const mode = embedder ? request.mode : 'keyword';
  const languages = await queryLanguages(db, request.query);
  const terms = analyseQuery({ text: request.query, languages });
  const keyword = mode === 'semantic' ? [] : await index.keyword({ terms, scope, limit });
  let semantic: Candidate[] = [];
  if (embedder && mode !== 'keyword') {
    const [vector] = await embedder.embed([request.query], 'query');
    if (vector) semantic = await index.semantic({ vector, scope, limit });
  }
  const best = fuseRanks({
    keyword: keyword.map((hit) => ({ id: hit.chunkRow, score: hit.score })),
    semantic: semantic.map((hit) => ({ id: hit.chunkRow, score: hit.score })),
  }).slice(0, request.topK);
  if (best.length === 0) return [];

  const rows = await db
    .selectFrom('chunks')
    .innerJoin('items', 'items.row', 'chunks.item_row')
    .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
    .select([...CHUNK_COLUMNS, 'items.title', 'items.name as item_name', 'items.url', 'items.metadata'])
    // Asked again although the candidates were in scope: a side index may be a moment behind the rules.
    .where(itemScope(scope, dialect))
    .where(
      'chunks.row',
      'in',
      best.map((hit) => hit.id),
    )
    .execute();
  const byRow = new Map(rows.map((row) => [row.row, row]));
  const keywordRanks = ranksOf(keyword);
  const semanticRanks = ranksOf(semantic);
  const hits: SearchHit[] = best.flatMap(({ id, score }) => {
    const row = byRow.get(id);
    if (!row) return [];
    const byKeyword = keywordRanks.get(id);
    const bySemantic = semanticRanks.get(id);
    return {
      ...toChunk(row),
      title: row.title,
      itemName: row.item_name,
      url: row.url,
      metadata: JSON.parse(row.metadata) as Record<string, JsonValue>,
      score,
      ranks: {
        ...(byKeyword ? { keyword: byKeyword } : {}),
        ...(bySemantic ? { semantic: bySemantic } : {}),
      },
    };
  });
  return request.neighbours ? withNeighbours({ db, dialect, scope, hits, reach: request.neighbours }) : hits;
}

function ranksOf(candidates: readonly Candidate[]): Map<number, { rank: number; score: number }> {
  return new Map(candidates.map((hit, place) => [hit.chunkRow, { rank: place + 1, score: hit.score }]));
}
