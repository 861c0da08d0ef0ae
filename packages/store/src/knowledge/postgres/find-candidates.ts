import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { PREPARED } from '../../database/prepared.js';
import type { Database } from '../../database/schema.js';
import type { SearchCandidate, FindRequest, Found } from '../search-index.js';
import { correctTerms } from '../spelling/correct-terms.js';
import { bm25Sql, weighTerms } from './bm25-sql.js';
import type { WeighedTerm } from './bm25-sql.js';
import type { Bm25Use } from './bm25-use.js';
import { readItemCounts } from './item-counts.js';
import { keywordCandidates } from './keyword-candidates.js';
import type { KeywordCandidate } from './keyword-candidates.js';
import { searchedRows } from './searched-rows.js';
import { semanticCandidates } from './semantic-candidates.js';
import type { SimilaritySample } from './similarity-sample.js';
import { readTermStatistics, wordsAmong, wordsBeginningWith } from './term-statistics.js';
import { vectorColumn, vectorText } from './vector-rows.js';

/** Runs both searches, then adds each side's score for chunks that only the other side found. */
export async function findCandidates(options: {
  db: Kysely<Database>;
  sample: SimilaritySample;
  extension: Bm25Use;
  request: FindRequest;
}): Promise<Found> {
  const { db, request } = options;
  const { viewer } = request.scope;
  const { vector } = request;
  const words = request.terms.flatMap((term) => term.variants);
  const [known, searched] = await Promise.all([
    readTermStatistics(db, words, viewer),
    searchedRows(db, request.scope),
  ]);
  const written = await correctTerms(request.terms, {
    isKnown: (word) => known.chunksWith(word) > 0,
    among: (asked) => wordsAmong(db, asked, viewer),
    beginningWith: async (alike, passes) =>
      (await wordsBeginningWith(db, alike, viewer)).filter(({ word }) => passes(word)),
  });
  const corrected = written.flatMap((term) => term.variants);
  const statistics = written === request.terms ? known : await readTermStatistics(db, corrected, viewer);
  const { averageLength, chunks } = statistics;
  const few = await readItemCounts({ db, terms: written, viewer, chunks });
  const terms = weighTerms(written, statistics, few, request.besideMeaning);
  const { limit } = request;
  const [byWord, bySimilarity, similarity] = await Promise.all([
    candidatesByWord({ db, terms, chunks, averageLength, searched, limit }, options),
    vector
      ? semanticCandidates({
          db,
          embedderId: vector.embedderId,
          vector: vector.values,
          searched,
          limit,
        })
      : Promise.resolve([]),
    vector
      ? options.sample.spread({
          vector: vector.values,
          embedderId: vector.embedderId,
          chunks,
          viewer,
          knowledgeBaseIds: request.scope.knowledgeBaseIds,
        })
      : Promise.resolve({ mean: 0, deviation: 0 }),
  ]);
  const candidates = new Map<number, SearchCandidate>();
  for (const [place, row] of byWord.entries()) {
    // Variants of a word may match a chunk with a score of 0; it gets no rank.
    if (row.keyword > 0)
      candidates.set(row.chunk_row, candidateOf(row, { keyword: row.keyword, keywordRank: place + 1 }));
  }
  for (const [place, row] of bySimilarity.entries()) {
    const known = candidates.get(row.chunk_row) ?? candidateOf(row, {});
    known.semantic = row.semantic;
    known.semanticRank = place + 1;
    candidates.set(row.chunk_row, known);
  }
  const found = [...candidates.values()];
  await addMissing({ db, vector, terms, averageLength, candidates: found });
  return { candidates: found, similarity, terms: written };
}

/** A BM25 extension is fast for unfiltered searches, and slow when filters reject most of its results. */
async function candidatesByWord(
  search: Omit<Parameters<typeof keywordCandidates>[0], 'byExtension'>,
  { extension, request: { scope } }: { extension: Bm25Use; request: FindRequest },
): Promise<KeywordCandidate[]> {
  const isNarrow = search.searched.areFew || scope.knowledgeBaseIds || scope.filter;
  if (!isNarrow && (await extension.isOn())) {
    try {
      return await keywordCandidates({ ...search, byExtension: true });
    } catch {
      extension.giveUp();
    }
  }
  return keywordCandidates({ ...search, byExtension: false });
}

function candidateOf(
  row: { chunk_row: number; item_row: number },
  known: Partial<SearchCandidate>,
): SearchCandidate {
  return {
    chunkRow: row.chunk_row,
    itemRow: row.item_row,
    keyword: 0,
    semantic: null,
    keywordRank: null,
    semanticRank: null,
    ...known,
  };
}

/** Adds each side's score for chunks that only the other one found. */
async function addMissing(options: {
  db: Kysely<Database>;
  vector: FindRequest['vector'];
  terms: readonly WeighedTerm[];
  averageLength: number;
  candidates: readonly SearchCandidate[];
}): Promise<void> {
  const { db, vector, terms, averageLength } = options;
  const byRow = new Map(options.candidates.map((candidate) => [candidate.chunkRow, candidate]));
  const withoutWords = options.candidates
    .filter((one) => one.keywordRank === null)
    .map((one) => one.chunkRow);
  const withoutVector = options.candidates.filter((one) => one.semantic === null).map((one) => one.chunkRow);
  await Promise.all([
    (async () => {
      const present = terms.filter((term) => term.chunks > 0);
      if (present.length === 0 || withoutWords.length === 0) return;
      const { rows } = await sql<{ chunk_row: number; keyword: number }>`${sql.raw(PREPARED)}
        select w.chunk_row, ${bm25Sql(present, averageLength)} as keyword from all_search_words as w
        where w.chunk_row = any(${withoutWords}::bigint[])`.execute(db);
      for (const row of rows) byRow.get(row.chunk_row)!.keyword = row.keyword;
    })(),
    (async () => {
      if (!vector || withoutVector.length === 0) return;
      const { embedderId, values } = vector;
      const wanted = sql`${vectorText(values)}::halfvec(${sql.lit(values.length)})`;
      const { rows } = await sql<{ chunk_row: number; semantic: number }>`
        select v.chunk_row, 1 - (${vectorColumn('v', values.length)} <=> ${wanted}) as semantic
        from all_search_vectors as v
        where v.chunk_row = any(${withoutVector}::bigint[]) and v.embedder_id = ${embedderId}`.execute(db);
      for (const row of rows) byRow.get(row.chunk_row)!.semantic = row.semantic;
    })(),
  ]);
}
